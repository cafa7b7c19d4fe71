// How graders agree with each other, with the machine and with themselves.

import { get } from "../../web/browser/api.js";
import { useSignal } from "../../web/browser/ui.js";
import { attempt } from "../../web/browser/page.jsx";
import { t } from "../../web/browser/texts.js";

/** @param {{name: string, found: any}} props */
function Row({ name, found }) {
  if (!found)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colspan={4}>{t("exam_agreement.too_few_passages_yet")}</td>
      </tr>
    );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{found.n}</td>
      <td class="number">
        {found.kappa.toFixed(2)} [{found.interval.map((/** @type {number} */ x) => x.toFixed(2)).join(", ")}]
      </td>
      <td class="number">{(100 * found.exact).toFixed(0)} %</td>
      <td class="number">{(100 * found.within_one).toFixed(0)} %</td>
    </tr>
  );
}

/** @param {{id: string}} props */
export function Agreement({ id }) {
  const found = useSignal(/** @type {any} */ (null));
  return (
    <section class="panel" aria-label={t("exam_agreement.agreement")}>
      <h2>{t("exam_agreement.agreement")}</h2>
      <div class="buttons">
        <button type="button" onClick={() => attempt(async () => (found.value = await get(`/exams/${id}/agreement`)))}>
          {t("exam_agreement.compute")}
        </button>
      </div>
      {found.value && (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col"></th>
                <th scope="col" class="number">
                  {t("exam_agreement.passages")}
                </th>
                <th scope="col" class="number">
                  {t("exam_agreement.weighted_95")}
                </th>
                <th scope="col" class="number">
                  {t("exam_agreement.same_label")}
                </th>
                <th scope="col" class="number">
                  {t("exam_agreement.within_one")}
                </th>
              </tr>
            </thead>
            <tbody>
              <Row name={t("exam_agreement.two_graders")} found={found.value.graders} />
              <Row name={t("exam_agreement.machine_and_decision")} found={found.value.machine} />
              <Row name={t("exam_agreement.grader_and_own_repeat")} found={found.value.repeats} />
            </tbody>
          </table>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("exam_agreement.grader")}</th>
                <th scope="col" class="number">
                  {t("exam_agreement.passages")}
                </th>
                <th scope="col" class="number">
                  {t("exam_agreement.mean_label_0_sm")}
                </th>
                <th scope="col" class="number">
                  {t("exam_agreement.repeats")}
                </th>
                <th scope="col" class="number">
                  {t("exam_agreement.drift")}
                </th>
              </tr>
            </thead>
            <tbody>
              {found.value.by_grader.map((/** @type {any} */ one) => (
                <tr key={one.grader}>
                  <th scope="row">
                    {one.grader} <span dir="auto">{one.name}</span>
                  </th>
                  <td class="number">{one.passages}</td>
                  <td class="number">{one.mean_label?.toFixed(2) ?? "–"}</td>
                  <td class="number">{one.repeats}</td>
                  <td class="number">{one.drift === null ? "–" : one.drift.toFixed(2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">{t("exam_agreement.has_quadratic_weights_intervals_draw")}</p>
        </>
      )}
    </section>
  );
}
