// What people say about the sentence, a card or a line: threads by place, an answer to each, and their end.

import { get, post } from "../../../web/browser/api.js";
import { ago } from "../logic/format.js";
import { cardOf } from "../logic/edits.js";
import { explain } from "../state/session.js";
import { useEffect, useSignal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */
/** @typedef {{card: string|null, alt: string|null}} Place */

/** Remarks by place, in the order of their first. @param {any[]} remarks */
function threadsOf(remarks) {
  /** @type {Map<string, Place & {remarks: any[], open: boolean}>} */
  const found = new Map();
  for (const remark of remarks) {
    const key = `${remark.card} ${remark.alt}`;
    const thread = found.get(key) ?? {
      card: remark.card,
      alt: remark.alt,
      remarks: /** @type {any[]} */ ([]),
      open: false,
    };
    thread.remarks.push(remark);
    thread.open ||= remark.open;
    found.set(key, thread);
  }
  return [...found.values()].sort((one, other) => Number(other.open) - Number(one.open));
}

/** A place in words. @param {View} view @param {Place} place */
function placeName(view, { card, alt }) {
  if (!card) return t("remarks.the_sentence");
  const found = cardOf(view.doc, card);
  if (!found) return t("remarks.a_card_that_is_gone");
  const index = found.alternatives.findIndex((line) => line.id === alt);
  return index < 0 ? `[${found.name}]` : t("remarks.line_of", { index: index + 1, name: found.name });
}

/** @param {{view: View}} props */
export function Remarks({ view }) {
  const { about } = view.session;
  const remarks = useSignal(/** @type {any[]} */ ([]));
  const path = `/sheets/${about.id}/remarks`;
  const ask = async (/** @type {() => Promise<any>} */ work) => {
    try {
      remarks.value = (await work()).items;
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
  };
  useEffect(() => void ask(() => get(path)), []);
  const threads = threadsOf(remarks.value);
  const settled = threads.filter((thread) => !thread.open);
  const show = (/** @type {any} */ thread) => (
    <Thread
      key={`${thread.card} ${thread.alt}`}
      view={view}
      thread={thread}
      answer={(text) => ask(() => post(path, { text, card: thread.card, alt: thread.alt }))}
      settle={() => ask(() => post(`${path}/settle`, { card: thread.card, alt: thread.alt }))}
    />
  );
  return (
    <section class="panel" id="region-remarks" tabindex={-1} aria-label={t("remarks.remarks")}>
      <header>
        <h2>{t("remarks.remarks")}</h2>
      </header>
      {threads.filter((thread) => thread.open).map(show)}
      <NewRemark view={view} ask={ask} path={path} />
      {settled.length > 0 && (
        <details>
          <summary>{t("remarks.settled", { n: settled.length })}</summary>
          {settled.map(show)}
        </details>
      )}
    </section>
  );
}

/** @param {{view: View, thread: any, answer: (text: string) => void, settle: () => void}} props */
function Thread({ view, thread, answer, settle }) {
  const text = useSignal("");
  const name = placeName(view, thread);
  return (
    <div class="thread">
      <h3>
        {thread.card && cardOf(view.doc, thread.card) ? (
          <button type="button" class="link" onClick={() => view.show(thread.card, { alt: thread.alt })}>
            {name}
          </button>
        ) : (
          name
        )}
      </h3>
      <ul>
        {thread.remarks.map((/** @type {any} */ remark) => (
          <li key={remark.id}>
            <strong dir="auto">{remark.by.name}</strong> <span class="hint">{ago(remark.at)}</span>
            <p class="said" dir="auto">
              {remark.text}
            </p>
          </li>
        ))}
      </ul>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          answer(text.value);
          text.value = "";
        }}>
        <input
          aria-label={t("remarks.answer_about", { name })}
          placeholder={t("remarks.answer")}
          dir="auto"
          required
          maxlength={2000}
          value={text.value}
          onInput={(/** @type {any} */ event) => (text.value = event.target.value)}
        />
        <button type="submit" class="small">
          {t("remarks.answer")}
        </button>
        {thread.open && (
          <button type="button" class="small" onClick={settle}>
            {t("remarks.settle")}
          </button>
        )}
      </form>
    </div>
  );
}

/** @param {{view: View, ask: (work: () => Promise<any>) => Promise<void>, path: string}} props */
function NewRemark({ view, ask, path }) {
  const text = useSignal("");
  const place = useSignal("");
  const skip = useSignal(false);
  const card = view.open;
  const editable = view.session.editable.value;
  const send = async () => {
    const [of, alt] = place.value.split(" ");
    const body = { text: text.value, card: of || null, alt: alt || null, skip: skip.value };
    await ask(async () => {
      if (skip.value) await view.session.sync.flush();
      const answer = await post(path, body);
      text.value = "";
      if (body.skip) location.assign(`/projects/${view.session.about.project}`);
      return answer;
    });
  };
  return (
    <form
      class="remark"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}>
      <label>
        {t("remarks.ask_or_say_something_about")}{" "}
        <select value={place.value} onChange={(/** @type {any} */ event) => (place.value = event.target.value)}>
          <option value="">{t("remarks.the_sentence")}</option>
          {card && <option value={card.id}>[{card.name}]</option>}
          {card?.alternatives.map((line, index) => (
            <option key={line.id} value={`${card.id} ${line.id}`}>
              {t("remarks.line_of", { index: index + 1, name: card.name })}
            </option>
          ))}
        </select>
      </label>
      <textarea
        class="wide"
        rows={2}
        dir="auto"
        required
        maxlength={2000}
        aria-label={t("remarks.your_remark")}
        value={text.value}
        onInput={(/** @type {any} */ event) => (text.value = event.target.value)}
      />
      <p class="buttons">
        <button type="submit" class="small">
          {skip.value ? t("remarks.ask_and_skip") : t("remarks.say_it")}
        </button>
        {editable && (
          <label class="inline-label">
            <input
              type="checkbox"
              checked={skip.value}
              onChange={(/** @type {any} */ event) => (skip.value = event.target.checked)}
            />{" "}
            {t("remarks.and_go_on_with_another")}
          </label>
        )}
      </p>
    </form>
  );
}
