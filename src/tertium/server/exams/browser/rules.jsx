// The rules from labels to a level: what they are, and a table to change them in.

import { call } from "../../web/browser/api.js";
import { useSignal } from "../../web/browser/ui.js";
import { attempt, Heads, tell } from "../../web/browser/page.jsx";
import { t } from "../../web/browser/texts.js";

/** @typedef {{cells: string[], level: string}} Rule */

/** @param {{id: string, rules: any, fixed: boolean, levels: string[], changed: (exam: any) => void,
 * file: any}} props */
export function Rules({ id, rules, fixed, levels, changed, file }) {
  const open = useSignal(false);
  return (
    <>
      <span dir="auto">{rules.name}</span>
      {t("exam_manage.combinations_decided_problems", {
        combinations: rules.combinations,
        problems: rules.problems,
      })}{" "}
      <span class="hint" dir="auto">
        {rules.note}
      </span>{" "}
      <button type="button" class="small" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        {fixed ? t("exam_rules.show") : t("exam_rules.change")}
      </button>{" "}
      {!fixed && file}
      {open.value && (
        <Table
          id={id}
          rules={rules}
          levels={levels}
          fixed={fixed}
          done={(exam) => {
            open.value = false;
            changed(exam);
          }}
        />
      )}
    </>
  );
}

/** Saved as a file of rules is sent: with a gap or a contradiction it is refused, and says which.
 * @param {{id: string, rules: any, fixed: boolean, levels: string[], done: (exam: any) => void}} props */
function Table({ id, rules, fixed, levels, done }) {
  const rows = useSignal(/** @type {Rule[]} */ (rules.rows));
  const name = useSignal(rules.name);
  const set = (/** @type {number} */ index, /** @type {Partial<Rule>} */ rule) =>
    (rows.value = rows.value.map((row, at) => (at === index ? { ...row, ...rule } : row)));
  const move = (/** @type {number} */ index, /** @type {number} */ to) => {
    const others = rows.value.filter((_, at) => at !== index);
    rows.value = [...others.slice(0, to), rows.value[index], ...others.slice(to)];
  };
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(async () => {
      const table = {
        name: name.value,
        note: rules.note,
        passages: rules.passages,
        rules: rows.value.map(({ cells, level }) => [cells, level]),
      };
      const exam = await call("PUT", `/exams/${id}/rules`, new Blob([JSON.stringify(table)]), { raw: true });
      tell(t("exam_rules.saved"));
      done(exam);
    });
  };
  return (
    <form class="form" id="rules" onSubmit={save}>
      <p class="hint">{t("exam_rules.the_first_rule_that_fits")}</p>
      <label>
        {t("exam_rules.name")}{" "}
        <input
          required
          maxlength={200}
          readOnly={fixed}
          value={name.value}
          onInput={(/** @type {any} */ event) => (name.value = event.target.value)}
        />
      </label>
      <div class="scroll" tabindex={0} role="region" aria-label={t("exam_rules.rules")}>
        <table>
          <Heads
            names={[
              "#",
              ...rules.passages.map((/** @type {string} */ passage) => t("exam_rules.passage", { passage })),
              t("exam_rules.level"),
              ...(fixed ? [] : [t("exam_manage.do")]),
            ]}
          />
          <tbody>
            {rows.value.map((row, index) => (
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                {row.cells.map((cell, column) => (
                  <td key={column}>
                    <input
                      size={9}
                      required
                      readOnly={fixed}
                      value={cell}
                      aria-label={t("exam_rules.cell", { n: index + 1, passage: rules.passages[column] })}
                      onInput={(/** @type {any} */ event) =>
                        set(index, { cells: row.cells.map((old, at) => (at === column ? event.target.value : old)) })
                      }
                    />
                  </td>
                ))}
                <td>
                  <select
                    value={row.level}
                    disabled={fixed}
                    aria-label={t("exam_rules.level_of", { n: index + 1 })}
                    onChange={(/** @type {any} */ event) => set(index, { level: event.target.value })}>
                    {levels.map((level) => (
                      <option key={level}>{level}</option>
                    ))}
                  </select>
                </td>
                {!fixed && (
                  <td class="actions">
                    <button type="button" class="link" disabled={index === 0} onClick={() => move(index, index - 1)}>
                      {t("exam_rules.up")}
                    </button>{" "}
                    <button
                      type="button"
                      class="link"
                      onClick={() => (rows.value = rows.value.filter((_, at) => at !== index))}>
                      {t("exam_rules.take_out")}
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!fixed && (
        <div class="buttons">
          <button
            type="button"
            onClick={() =>
              (rows.value = [
                ...rows.value,
                { cells: rules.passages.map(() => "*"), level: rows.value.at(-1)?.level ?? levels[0] },
              ])
            }>
            {t("exam_rules.add_a_rule")}
          </button>{" "}
          <button type="submit" class="primary">
            {t("exam_rules.save_the_rules")}
          </button>
        </div>
      )}
    </form>
  );
}
