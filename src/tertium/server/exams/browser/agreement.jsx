// How graders agree with each other, with the machine and with themselves.

import { get } from "../../web/browser/api.js";
import { useSignal } from "../../web/browser/ui.js";
import { attempt } from "../../web/browser/page.jsx";
import { t } from "../../web/browser/texts.js";

const FILES = [
  { file: "marks", name: t("exam_manage.marks_as_a_file") },
  { file: "ratings", name: t("exam_manage.ratings_as_a_file") },
  { file: "labels", name: t("exam_manage.labels_as_a_file") },
];

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

/** @param {{id: string, kind: string}} props */
export function Agreement({ id, kind }) {
  const found = useSignal(/** @type {any} */ (null));
  return (
    <section class="panel" aria-label={t("exam_agreement.agreement")}>
      <h2>{t("exam_agreement.agreement")}</h2>
      <div class="buttons">
        <button type="button" onClick={() => attempt(async () => (found.value = await get(`/exams/${id}/agreement`)))}>
          {t("exam_agreement.compute")}
        </button>{" "}
        {FILES.filter(({ file }) => kind === "labels" || file !== "labels").map(({ file, name }) => (
          <a key={file} class="button" href={`/api/v1/exams/${id}/${file}.tsv`} download>
            {name}
          </a>
        ))}
      </div>
      <p class="hint">{t("exam_agreement.what_the_files_are_for")}</p>
      {found.value && (
        <>
          <div class="scroll" tabindex={0} role="region" aria-label={t("exam_agreement.who_with_whom")}>
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
                    {kind === "labels" ? t("exam_agreement.same_label") : t("exam_agreement.same")}
                  </th>
                  <th scope="col" class="number">
                    {t("exam_agreement.within_one")}
                  </th>
                </tr>
              </thead>
              <tbody>
                <Row name={t("exam_agreement.two_graders")} found={found.value.graders} />
                {found.value.criteria.map((/** @type {any} */ one) => (
                  <Row
                    key={one.criterion}
                    name={t("exam_agreement.criterion", { criterion: one.criterion })}
                    found={one.agreement}
                  />
                ))}
                {kind === "labels" && (
                  <Row name={t("exam_agreement.machine_and_decision")} found={found.value.machine} />
                )}
                <Row name={t("exam_agreement.grader_and_own_repeat")} found={found.value.repeats} />
              </tbody>
            </table>
          </div>
          <div class="scroll" tabindex={0} role="region" aria-label={t("exam_agreement.table_of_graders")}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("exam_agreement.grader")}</th>
                  <th scope="col" class="number">
                    {t("exam_agreement.passages")}
                  </th>
                  <th scope="col" class="number">
                    {kind === "labels"
                      ? t("exam_agreement.mean_label_0_sm")
                      : t("exam_agreement.mean_result", { best: found.value.best })}
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
          </div>
          <p class="hint">{t("exam_agreement.has_quadratic_weights_intervals_draw")}</p>
        </>
      )}
    </section>
  );
}
