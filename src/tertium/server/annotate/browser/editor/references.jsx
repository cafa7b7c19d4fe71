// Texts that the protocol shows (references, outputs) and the lists of what must and must not be contained.

import { post } from "../../../web/browser/api.js";
import { addLines, watch } from "../logic/edits.js";
import { plainText, wordText } from "../logic/words.js";
import { explain } from "../state/session.js";
import { useEffect, useRef, useSignal } from "../../../web/browser/ui.js";
import { Closest, Edits } from "./covered.jsx";
import { t } from "../../../web/browser/texts.js";
import { may } from "../../../web/browser/permissions.js";

/** @typedef {import("../state/view.js").View} View */

const ROLES = /** @type {Record<string, string>} */ ({
  best: t("references.best_translation"),
  reference: "reference",
  output: t("references.machine_output"),
  source: "source",
});

/** @param {{view: View}} props */
export function Texts({ view }) {
  const texts = view.session.about.texts.filter((/** @type {any} */ text) => text.role !== "source");
  if (!texts.length) return null;
  return (
    <section class="panel" id="region-texts" tabindex={-1} aria-label={t("references.references")}>
      <header>
        <h2>{t("references.references")}</h2>
      </header>
      <ul class="texts">
        {texts.map((/** @type {any} */ text) => (
          <Shown key={text.name} view={view} text={text} />
        ))}
      </ul>
    </section>
  );
}

/** Tells the server once that a text came into view. @param {View} view @param {string} name
 * @param {{current: Element|null}} element */
function useSeen(view, name, element) {
  useEffect(() => {
    if (!element.current || !may(view.session.about, "sheet.edit")) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        post(`/sheets/${view.session.about.id}/seen`, { name }).catch(() => undefined);
      },
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
}

/** @param {{view: View, text: any}} props */
function Shown({ view, text }) {
  const box = useRef(/** @type {HTMLLIElement|null} */ (null));
  useSeen(view, text.name, box);
  const answer = view.live.answer.value?.answers.find(
    (/** @type {any} */ a) => a.kind === "shown" && a.name === text.name,
  );
  const root = view.doc.cards.find((card) => card.id === view.doc.root);
  const words = text.tokens?.length ? text.tokens.map(wordText).join(" ") : plainText(text.text);
  const insert = () => {
    const addition = root ? addLines(root.id, [words]) : null;
    if (addition && view.session.do(addition.command, { via: "reference" })) view.focusLine(addition.alts[0]);
  };
  const merge = async () => {
    const isLatest = view.merging();
    try {
      // Together with the other people's translations that are shown, so that their parts combine.
      const others = view.session.about.texts.filter(
        (/** @type {any} */ other) => ["best", "reference"].includes(other.role) && other.name !== text.name,
      );
      const texts = [text, ...others].map((other) => other.text);
      const { command, preview } = await post(`/sheets/${view.session.about.id}/merge`, { texts });
      if (!isLatest() || view.dialog.peek()) return; // another dialog is open, which asks about something else
      view.question = { command, preview, title: t("references.merge_into_the_cards", { name: text.name }) };
      view.dialog.value = "accept";
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
  };
  return (
    <li ref={box} class={text.role}>
      <p class="facts">
        <strong>{text.name}</strong> <span class="badge">{ROLES[text.role] ?? text.role}</span>
        {answer ? (
          answer.contained ? (
            <span class="good">{t("references.covered")}</span>
          ) : (
            <span>{answer.closest ? t("references.edits", { n: answer.edits }) : t("references.not_covered_yet")}</span>
          )
        ) : (
          ""
        )}
      </p>
      <p dir="auto" lang={view.session.about.project_about.target_lang}>
        {text.text}
      </p>
      {answer?.closest && !answer.contained && <Closest view={view} answer={answer} />}
      {view.session.editable.value && answer && !answer.contained && (
        <p class="buttons">
          {root && (
            <button type="button" class="small" onClick={insert}>
              {t("references.insert_as_an_alternative_of", { name: root.name })}
            </button>
          )}
          <button type="button" class="small" onClick={() => void merge()}>
            {t("references.merge_into_cards")}
          </button>
        </p>
      )}
    </li>
  );
}

/** @param {{view: View}} props */
export function Watches({ view }) {
  const kinds = /** @type {const} */ (["must", "must_not"]);
  return (
    <section class="panel" id="region-watches" tabindex={-1} aria-label={t("references.must_and_must_not_contain")}>
      <div class="two">
        {kinds.map((kind) => (
          <WatchList key={kind} view={view} kind={kind} />
        ))}
      </div>
    </section>
  );
}

/** @param {{view: View, kind: "must"|"must_not"}} props */
function WatchList({ view, kind }) {
  const draft = useSignal("");
  const open = useSignal(/** @type {string|null} */ (null));
  const watches = view.doc.watches.filter((item) => item.kind === kind);
  const answers = new Map(
    (view.live.answer.value?.answers ?? [])
      .filter((/** @type {any} */ a) => a.kind === kind)
      .map((/** @type {any} */ a) => [a.text, a]),
  );
  const good = watches.filter((item) => answers.get(item.text)?.contained === (kind === "must")).length;
  const title = kind === "must" ? t("references.must_contain") : t("references.must_not_contain");
  const add = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (draft.value.trim() && view.session.do(watch(kind, draft.value))) draft.value = "";
  };
  return (
    <div>
      <header>
        <h2>{title}</h2>
        {watches.length > 0 && (
          <span class="facts">
            {t("references.of", {
              good,
              n: watches.length,
              kind: kind === "must" ? t("references.covered_2") : t("references.kept_out"),
            })}
          </span>
        )}
      </header>
      <ul class="watches">
        {watches.map((item) => {
          const answer = answers.get(item.text);
          const ok = answer && answer.contained === (kind === "must");
          const mark = !answer
            ? "…"
            : ok
              ? "✓"
              : kind === "must"
                ? answer.closest
                  ? t("references.edits", { n: answer.edits })
                  : "✗"
                : "✗ inside";
          return (
            <li key={item.text} class={ok ? "good" : answer ? "bad" : ""}>
              <span class="mark">{mark}</span>
              <button
                type="button"
                class="sentence"
                dir="auto"
                aria-expanded={open.value === item.text}
                onClick={() => (open.value = open.value === item.text ? null : item.text)}>
                {item.text}
              </button>
              {view.session.editable.value && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={t("references.remove", { text: item.text })}
                  title={t("references.remove_2")}
                  onClick={() => view.session.do({ do: "watch.remove", kind, text: item.text })}>
                  ×
                </button>
              )}
              {open.value === item.text && answer?.closest && kind === "must" && (
                <Closest view={view} answer={answer} />
              )}
              {open.value === item.text && answer?.contained && kind === "must_not" && answer.closest && (
                <Edits view={view} answer={answer} />
              )}
            </li>
          );
        })}
      </ul>
      {view.session.editable.value && (
        <form class="inline" onSubmit={add}>
          <input
            dir="auto"
            class="wide"
            aria-label={title}
            placeholder={t("references.a_sentence")}
            value={draft.value}
            onInput={(/** @type {any} */ event) => (draft.value = event.target.value)}
          />
          <button type="submit" class="small">
            {t("references.add")}
          </button>
        </form>
      )}
    </div>
  );
}
