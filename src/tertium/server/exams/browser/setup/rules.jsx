// A table of rules: patterns of labels or bands, and what each gives.

import { Heads } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";

/** @typedef {[string[], string]} Rule */

/** @param {{columns: string[], heads: string[], rules: Rule[], results: string[], hint: string, fixed: boolean,
 * set: (part: {rules: Rule[]}) => void}} props */
export function Rules({ columns, heads, rules, results, hint, fixed, set }) {
  const put = (/** @type {number} */ index, /** @type {Rule} */ rule) =>
    set({ rules: rules.map((row, at) => (at === index ? rule : row)) });
  const move = (/** @type {number} */ index, /** @type {number} */ to) => {
    const others = rules.filter((_, at) => at !== index);
    set({ rules: [...others.slice(0, to), rules[index], ...others.slice(to)] });
  };
  return (
    <>
      <p class="hint">{hint}</p>
      <div class="scroll" tabindex={0} role="region" aria-label={t("exam_rules.rules")}>
        <table>
          <Heads names={["#", ...heads, t("exam_rules.level"), ...(fixed ? [] : [t("exam_manage.do")])]} />
          <tbody>
            {rules.map(([cells, result], index) => (
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                {columns.map((passage, column) => (
                  <td key={column}>
                    <input
                      size={9}
                      required
                      readOnly={fixed}
                      value={cells[column] ?? "*"}
                      aria-label={t("exam_rules.cell", { n: index + 1, passage })}
                      onInput={(/** @type {any} */ event) =>
                        put(index, [
                          columns.map((_, at) => (at === column ? event.target.value : (cells[at] ?? "*"))),
                          result,
                        ])
                      }
                    />
                  </td>
                ))}
                <td>
                  <select
                    value={result}
                    disabled={fixed}
                    aria-label={t("exam_rules.level_of", { n: index + 1 })}
                    onChange={(/** @type {any} */ event) => put(index, [cells, event.target.value])}>
                    {[...new Set([...results, result])].map((one) => (
                      <option key={one}>{one}</option>
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
                      onClick={() => set({ rules: rules.filter((_, at) => at !== index) })}>
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
            onClick={() => set({ rules: [...rules, [columns.map(() => "*"), rules.at(-1)?.[1] ?? results[0]]] })}>
            {t("exam_rules.add_a_rule")}
          </button>
        </div>
      )}
    </>
  );
}
