// How passages are graded and what follows: labels with rules, bands with rules, or points for errors with limits.

import { call } from "../../../web/browser/api.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, tell } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { Bands } from "./bands.jsx";
import { Points } from "./points.jsx";
import { Rules } from "./rules.jsx";

const KINDS = /** @type {Record<string, string>} */ ({
  labels: t("exam_rules.kind_labels"),
  bands: t("exam_rules.kind_bands"),
  points: t("exam_rules.kind_points"),
});

/** @param {{id: string, rules: any, fixed: boolean, levels: string[], examples: any,
 * changed: (exam: any) => void, file: any}} props */
export function Rubric({ id, rules, fixed, levels, examples, changed, file }) {
  const open = useSignal(false);
  const combinations = t("exam_manage.combinations_decided_problems", {
    combinations: rules.combinations,
    problems: rules.problems,
  });
  return (
    <>
      <span dir="auto">{rules.name}</span>
      {rules.kind === "points" ? ". " : combinations} {KINDS[rules.kind]}.{" "}
      <span class="hint" dir="auto">
        {rules.note}
      </span>{" "}
      <button type="button" class="small" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        {fixed ? t("exam_rules.show") : t("exam_rules.change")}
      </button>{" "}
      {!fixed && file}
      {open.value && (
        <Editor
          id={id}
          rules={rules}
          levels={levels}
          fixed={fixed}
          examples={examples}
          done={(exam) => {
            open.value = false;
            changed(exam);
          }}
        />
      )}
    </>
  );
}

/** Saved as a file is sent: with a gap or a contradiction it is refused, and says which.
 * @param {{id: string, rules: any, fixed: boolean, levels: string[], examples: any,
 * done: (exam: any) => void}} props */
function Editor({ id, rules, fixed, levels, examples, done }) {
  const content = useSignal({ kind: rules.kind, ...rules.content });
  const { kind, name } = content.value;
  const set = (/** @type {any} */ part) => (content.value = { ...content.value, ...part });
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      const exam = await call("PUT", `/exams/${id}/rules`, new Blob([JSON.stringify(trimmed(content.value))]), {
        raw: true,
      });
      tell(t("exam_rules.saved"));
      done(exam);
    });
  };
  return (
    <form class="form" id="rules" onSubmit={save}>
      {!fixed && (
        <label>
          {t("exam_rules.kind")}{" "}
          <select
            value={kind}
            onChange={(/** @type {any} */ event) => {
              const other = event.target.value;
              content.value = other === rules.kind ? { kind: other, ...rules.content } : examples[other];
            }}>
            {Object.entries(KINDS).map(([one, said]) => (
              <option key={one} value={one}>
                {said}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t("exam_rules.name")}{" "}
        <input
          required
          maxlength={200}
          readOnly={fixed}
          value={name}
          onInput={(/** @type {any} */ event) => set({ name: event.target.value })}
        />
      </label>
      <label>
        {t("exam_rules.note")}{" "}
        <textarea
          class="wide"
          maxlength={2000}
          readOnly={fixed}
          value={content.value.note ?? ""}
          onInput={(/** @type {any} */ event) => set({ note: event.target.value })}></textarea>
      </label>
      {kind === "points" && <Points content={content.value} fixed={fixed} set={set} />}
      {kind === "bands" && <Bands content={content.value} fixed={fixed} set={set} />}
      {kind === "labels" && (
        <Rules
          columns={content.value.passages}
          heads={content.value.passages.map((/** @type {string} */ passage) => t("exam_rules.passage", { passage }))}
          rules={content.value.rules}
          results={levels}
          hint={t("exam_rules.the_first_rule_that_fits")}
          fixed={fixed}
          set={set}
        />
      )}
      {!fixed && (
        <div class="buttons">
          <button type="submit" class="primary">
            {t("exam_rules.save_the_rules")}
          </button>
        </div>
      )}
    </form>
  );
}

/** Without what belongs to criteria, bands and results that are gone. @param {any} content */
function trimmed(content) {
  const only = (/** @type {Record<string, any>} */ object, /** @type {string[]} */ names) =>
    Object.fromEntries(Object.entries(object ?? {}).filter(([name]) => names.includes(name)));
  if (content.kind === "points") return { ...content, limits: only(content.limits, content.results.slice(1)) };
  if (content.kind !== "bands") return content;
  const texts = Object.entries(only(content.texts, content.criteria));
  return { ...content, texts: Object.fromEntries(texts.map(([name, own]) => [name, only(own, content.bands)])) };
}
