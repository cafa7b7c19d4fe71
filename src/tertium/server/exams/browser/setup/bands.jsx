// Criteria with bands: their names, what each band means, and the rules over them.

import { Heads } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { Lines } from "./lines.jsx";
import { Rules } from "./rules.jsx";

/** @param {{content: any, fixed: boolean, set: (part: any) => void}} props */
export function Bands({ content, fixed, set }) {
  const { criteria, bands, results, rules, texts = {} } = content;
  /** Cells go with their criteria, by name where it stays and by place where it is written anew. */
  const rename = (/** @type {string[]} */ names) => {
    const from = names.map((name, at) => (criteria.includes(name) ? criteria.indexOf(name) : at));
    set({
      criteria: names,
      rules: rules.map((/** @type {[string[], string]} */ [cells, result]) => [
        from.map((old) => cells[old] ?? "*"),
        result,
      ]),
    });
  };
  const put = (/** @type {string} */ criterion, /** @type {string} */ band, /** @type {string} */ text) =>
    set({ texts: { ...texts, [criterion]: { ...texts[criterion], [band]: text } } });
  return (
    <>
      <div class="grid">
        <Lines label={t("exam_rules.criteria")} names={criteria} fixed={fixed} change={rename} />
        <Lines
          label={t("exam_rules.bands_from_the_best")}
          names={bands}
          fixed={fixed}
          change={(names) => set({ bands: names })}
        />
        <Lines
          label={t("exam_rules.results_from_the_lowest")}
          names={results}
          fixed={fixed}
          change={(names) => set({ results: names })}
        />
      </div>
      <Rules
        columns={criteria}
        heads={criteria}
        rules={rules}
        results={results}
        hint={t("exam_rules.a_cell_is_a_band")}
        fixed={fixed}
        set={set}
      />
      <details>
        <summary>{t("exam_rules.what_bands_mean")}</summary>
        <div class="scroll" tabindex={0} role="region" aria-label={t("exam_rules.what_bands_mean")}>
          <table>
            <Heads names={[t("exam_rules.band"), ...criteria]} />
            <tbody>
              {bands.map((/** @type {string} */ band) => (
                <tr key={band}>
                  <th scope="row">{band}</th>
                  {criteria.map((/** @type {string} */ criterion) => (
                    <td key={criterion}>
                      <textarea
                        rows={2}
                        maxlength={1000}
                        readOnly={fixed}
                        aria-label={t("exam_rules.meaning_of", { criterion, band })}
                        value={texts[criterion]?.[band] ?? ""}
                        onInput={(/** @type {any} */ event) => put(criterion, band, event.target.value)}></textarea>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <p class="hint">{t("exam_rules.the_lowest_passage")}</p>
    </>
  );
}
