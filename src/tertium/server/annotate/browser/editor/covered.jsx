// "Is it covered?": a typed sentence, the closest one of the network, and repairs with what else each would let in.

import { post } from "../../../web/browser/api.js";
import { watch } from "../logic/edits.js";
import { shortCount } from "../logic/format.js";
import { explain } from "../state/session.js";
import { say, useRef, useSignal } from "../../../web/browser/ui.js";
import { rich } from "../../../web/browser/rich_text.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

/** @param {{view: View}} props */
export function Covered({ view }) {
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  const text = view.live.asked.value[0] ?? "";
  const answer = view.live.answer.value?.answers.find((/** @type {any} */ a) => a.kind === "ask");
  const editable = view.session.editable.value;
  return (
    <section class="panel" id="region-covered" tabindex={-1} aria-label={t("covered.is_it_covered")}>
      <header>
        <h2>{t("covered.is_it_covered")}</h2>
      </header>
      <input
        ref={field}
        id="ask"
        class="wide"
        dir="auto"
        lang={view.session.about.project_about.target_lang}
        placeholder={t("covered.type_or_paste_a_translation")}
        aria-label={t("covered.a_translation_to_look_for")}
        value={text}
        onInput={(/** @type {any} */ event) => (view.live.asked.value = [event.target.value])}
      />
      {text && answer && <Closest view={view} answer={answer} />}
      {text && !answer && (
        <p class="hint">{view.live.state.value === "offline" ? t("covered.offline_the_answer_comes_with") : "…"}</p>
      )}
      {text.trim() && editable && (
        <p class="buttons">
          <button type="button" class="small" onClick={() => view.session.do(watch("must", text))}>
            {t("covered.must_contain")}
          </button>
          <button type="button" class="small" onClick={() => view.session.do(watch("must_not", text))}>
            {t("covered.must_not_contain")}
          </button>
        </p>
      )}
      {!text && <p class="hint">{t("covered.the_closest_sentence_of_your")}</p>}
    </section>
  );
}

/** A text beside the closest sentence, and what could be done about it.
 * @param {{view: View, answer: any, repairs?: boolean}} props */
export function Closest({ view, answer, repairs = true }) {
  if (answer.contained)
    return (
      <p class="verdict good">
        <span aria-hidden="true">✓</span> {t("covered.it_is_covered")}
      </p>
    );
  if (!answer.closest)
    return (
      <p class="verdict">
        <span aria-hidden="true">✗</span> {t("covered.not_covered_there_is_no")}
      </p>
    );
  const perWord = answer.distance === null ? "" : `, ${answer.distance.toFixed(2).replace(/^0/, "")} a word`;
  return (
    <div class="closest">
      <p class="verdict">
        <span aria-hidden="true">✗</span> {t("covered.edits", { n: answer.edits })}
        {perWord}
      </p>
      <Edits answer={answer} view={view} />
      {repairs && view.session.editable.value && <Repairs view={view} text={answer.text} key={answer.text} />}
    </div>
  );
}

/** The edits in place: ‹missing› ~extra~ and a word for another. @param {{answer: any, view: View}} props */
export function Edits({ answer, view }) {
  const names = new Map(view.doc.cards.map((card) => [card.id, card.name]));
  const { words: closest, steps, cards } = answer.closest;
  const inner = (/** @type {number} */ place) => {
    const holders = cards.filter((/** @type {any} */ c) => c.start <= place && place < c.stop);
    const deepest = holders.sort((/** @type {any} */ a, /** @type {any} */ b) => b.depth - a.depth)[0];
    return deepest ? names.get(deepest.card) : undefined;
  };
  return (
    <p class="edits" dir="auto" lang={view.session.about.project_about.target_lang}>
      {steps.map((/** @type {any} */ step, /** @type {number} */ index) => {
        const mine = answer.words[step.word];
        const theirs = closest[step.place];
        const title = step.place >= 0 && inner(step.place) ? t("covered.in", { place: inner(step.place) }) : undefined;
        if (step.kind === "keep")
          return (
            <span key={index} class={step.moved ? "moved" : ""} title={title}>
              {step.moved ? `⇄${mine}` : mine}{" "}
            </span>
          );
        if (step.kind === "extra")
          return (
            <del key={index} title={t("covered.your_network_has_no_such")}>
              ~{mine}~{" "}
            </del>
          );
        if (step.kind === "missing")
          return (
            <ins key={index} title={title}>
              ‹{theirs}›{" "}
            </ins>
          );
        return (
          <span key={index} title={title}>
            <del>~{mine}~</del>
            <ins>‹{theirs}›</ins>{" "}
          </span>
        );
      })}
    </p>
  );
}

/** Repairs of a gap, each with a preview. @param {{view: View, text: string}} props */
function Repairs({ view, text }) {
  const state = useSignal(/** @type {{proposals: any[]|null, busy: boolean}} */ ({ proposals: null, busy: false }));
  const ask = async () => {
    state.value = { proposals: null, busy: true };
    try {
      const answer = await post(`/sheets/${view.session.about.id}/gaps`, { ...(await view.session.draft()), text });
      state.value = { proposals: answer.proposals, busy: false };
      say(t("covered.repairs", { n: answer.proposals.length }));
    } catch (error) {
      state.value = { proposals: null, busy: false };
      view.session.tell(explain(error), "error");
    }
  };
  if (!state.value.proposals) {
    return (
      <button type="button" class="small" disabled={state.value.busy} onClick={() => void ask()}>
        {state.value.busy ? t("covered.looking") : t("covered.show_repairs")}
      </button>
    );
  }
  if (!state.value.proposals.length) return <p class="hint">{t("covered.no_single_repair_closes_this")}</p>;
  return (
    <ul class="repairs">
      {state.value.proposals.map((proposal, index) => (
        <Repair
          key={index}
          view={view}
          proposal={proposal}
          done={() => (state.value = { proposals: null, busy: false })}
        />
      ))}
    </ul>
  );
}

/** @param {{view: View, proposal: any, done: () => void}} props */
function Repair({ view, proposal, done }) {
  const { preview, label, command } = proposal;
  const accept = () => {
    if (view.session.do(command, { via: "gap" })) say(t("covered.done", { label }));
    done();
  };
  return (
    <li class="repair">
      <button type="button" onClick={accept} disabled={!!preview?.refused}>
        {label}
      </button>
      {preview && (
        <div class="preview">
          <span>{rich("covered.paths", { before: shortCount(preview.before), after: shortCount(preview.after) })}</span>
          {preview.refused ? <span class="bad">{preview.refused.what}</span> : ""}
          {!preview.refused && preview.contained === false ? <span>{t("covered.closes_part_of_the_gap")}</span> : ""}
          {preview.newcomers?.length ? (
            <details>
              <summary>{t("covered.also_lets_in")}</summary>
              <ul>
                {preview.newcomers.map((/** @type {string} */ text) => (
                  <li dir="auto">{text}</li>
                ))}
              </ul>
            </details>
          ) : (
            ""
          )}
          {preview.must_not?.length ? (
            <p class="bad">
              <span aria-hidden="true">⚠</span>{" "}
              {t("covered.lets_in_what_must_not", { must_not: preview.must_not.join(" · ") })}
            </p>
          ) : (
            ""
          )}
        </div>
      )}
    </li>
  );
}
