// Points for errors: categories, what each severity costs, and how many points each result allows.

import { Heads } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { Lines } from "./lines.jsx";

/** @typedef {[string, number]} Price */

/** @param {{content: any, fixed: boolean, set: (part: any) => void}} props */
export function Points({ content, fixed, set }) {
  const { categories, results, limits } = content;
  const prices = /** @type {Price[]} */ (Object.entries(content.severities));
  const price = (/** @type {Price[]} */ rows) => set({ severities: Object.fromEntries(rows) });
  const put = (/** @type {number} */ index, /** @type {Price} */ row) =>
    price(prices.map((old, at) => (at === index ? row : old)));
  return (
    <>
      <div class="grid">
        <Lines
          label={t("exam_rules.categories")}
          names={categories}
          fixed={fixed}
          change={(names) => set({ categories: names })}
        />
        <Lines
          label={t("exam_rules.results_from_the_lowest")}
          names={results}
          fixed={fixed}
          change={(names) => set({ results: names })}
        />
      </div>
      <div class="scroll" tabindex={0} role="region" aria-label={t("exam_rules.severities")}>
        <table>
          <Heads names={[t("exam_rules.severity"), t("exam_rules.points"), ...(fixed ? [] : [t("exam_manage.do")])]} />
          <tbody>
            {prices.map(([name, points], index) => (
              <tr key={index}>
                <td>
                  <input
                    required
                    maxlength={200}
                    readOnly={fixed}
                    value={name}
                    aria-label={t("exam_rules.severity_n", { n: index + 1 })}
                    onChange={(/** @type {any} */ event) => put(index, [event.target.value.trim(), points])}
                  />
                </td>
                <td>
                  <input
                    type="number"
                    min={0}
                    max={1000}
                    step="any"
                    required
                    readOnly={fixed}
                    value={points}
                    aria-label={t("exam_rules.points_of", { name })}
                    onInput={(/** @type {any} */ event) => put(index, [name, Number(event.target.value)])}
                  />
                </td>
                {!fixed && (
                  <td class="actions">
                    <button type="button" class="link" onClick={() => price(prices.filter((_, at) => at !== index))}>
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
            onClick={() => price([...prices, [t("exam_rules.severity_n", { n: prices.length + 1 }), 1]])}>
            {t("exam_rules.add_a_severity")}
          </button>
        </div>
      )}
      <div class="grid">
        {results.slice(1).map((/** @type {string} */ result) => (
          <label key={result}>
            {t("exam_rules.points_at_most", { result })}{" "}
            <input
              type="number"
              min={0}
              max={1000}
              step="any"
              required
              readOnly={fixed}
              value={limits[result] ?? ""}
              onInput={(/** @type {any} */ event) =>
                set({ limits: { ...limits, [result]: Number(event.target.value) } })
              }
            />
          </label>
        ))}
      </div>
      <p class="hint">{t("exam_rules.the_lowest_passage")}</p>
    </>
  );
}
