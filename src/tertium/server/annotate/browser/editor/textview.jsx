// The whole sheet as text, in the form of .net files. What is wrong is named by its line; nothing changes until
// all is right.

import { get, Problem } from "../../../web/browser/api.js";
import { latest } from "../../../web/browser/latest.js";
import { explain } from "../state/session.js";
import { say, useEffect, useMemo, useRef, useSignal } from "../../../web/browser/ui.js";
import { rich } from "../../../web/browser/rich_text.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

/** @param {{view: View}} props */
export function TextView({ view }) {
  const text = useSignal(/** @type {string|null} */ (null));
  const base = useSignal("");
  const problems = useSignal(/** @type {any[]} */ ([]));
  const busy = useSignal(false);
  const field = useRef(/** @type {HTMLTextAreaElement|null} */ (null));
  const asked = useMemo(latest, []);
  /** Reads the sheet; what is typed meanwhile stays. @param {string|null} [before] the text that it may replace */
  const load = async (before = text.value) => {
    const isLatest = asked();
    try {
      await view.session.sync.flush();
      const answer = await get(`/sheets/${view.session.about.id}/text`);
      if (!isLatest()) return;
      base.value = answer.text;
      if (text.value === before) text.value = base.value;
      problems.value = [];
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
  };
  useEffect(() => void load().then(() => field.current?.focus()), []);
  const save = async () => {
    if (busy.value) return; // an earlier text that comes second would win
    busy.value = true;
    asked(); // what the sheet was before is no answer any more
    const sent = text.value;
    try {
      await view.session.ask("text", { tab: view.session.tab, text: sent });
      await load(sent);
      say(t("textview.the_sheet_is_as_the"));
      view.session.tell(t("textview.the_sheet_is_as_the_2"));
    } catch (error) {
      problems.value =
        error instanceof Problem
          ? (error.body.problems ?? [{ what: error.message, do: error.advice }])
          : [{ what: explain(error), do: "" }];
      say(t("textview.problems_in_the_text", { n: problems.value.length }));
    }
    busy.value = false;
  };
  const jump = (/** @type {any} */ problem) => {
    const lines = (text.value ?? "").split("\n");
    const before = [...(lines[problem.line - 1] ?? "")].slice(0, Math.max(0, (problem.column ?? 1) - 1)).join("");
    const start = lines.slice(0, problem.line - 1).join("\n").length + (problem.line > 1 ? 1 : 0) + before.length;
    field.current?.focus();
    field.current?.setSelectionRange(start, start + 1);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      void save();
    }
  };
  const stale = text.value !== base.value;
  const rows = Math.min(30, Math.max(8, (text.value ?? "").split("\n").length + 1));
  return (
    <section class="panel text-view" id="region-text" tabindex={-1} aria-label={t("textview.text_view")}>
      <header>
        <h2>{t("textview.text")}</h2>
        <span class="facts">{stale ? t("textview.changed_here_not_yet_in") : ""}</span>
      </header>
      <textarea
        ref={field}
        id="text"
        spellcheck={false}
        dir="auto"
        rows={rows}
        aria-label={t("textview.the_sheet_as_text")}
        value={text.value ?? ""}
        readOnly={!view.session.editable.value || text.value === null}
        aria-describedby={problems.value.length ? "text-problems" : undefined}
        aria-invalid={problems.value.length ? "true" : undefined}
        onInput={(/** @type {any} */ event) => (text.value = event.target.value)}
        onKeyDown={key}></textarea>
      <ul class="why" id="text-problems">
        {problems.value.map((problem, index) => (
          <li key={index} class="error">
            <button type="button" class="link" onClick={() => jump(problem)} disabled={!problem.line}>
              {problem.line
                ? t("textview.line", { line: problem.line, column: problem.column ? `:${problem.column}` : "" })
                : t("textview.text_2")}
            </button>{" "}
            {problem.what}
            {problem.do ? ` – ${problem.do}` : ""}
          </li>
        ))}
      </ul>
      {view.session.editable.value && (
        <p class="buttons">
          <button type="button" class="primary" disabled={busy.value || !stale} onClick={() => void save()}>
            {rich("textview.use_this_text_ctrl_enter")}
          </button>
          <button type="button" disabled={busy.value} onClick={() => void load()}>
            {t("textview.read_the_sheet_again")}
          </button>
        </p>
      )}
    </section>
  );
}
