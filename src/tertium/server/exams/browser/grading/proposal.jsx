// What the machine proposes, and the closest correct sentences: shown once a passage is graded.

import { get } from "../../../web/browser/api.js";
import { attempt } from "../../../web/browser/page.jsx";
import { useEffect, useSignal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @param {{id: string}} props */
export function Proposal({ id }) {
  const found = useSignal(/** @type {any} */ (null));
  useEffect(() => attempt(async () => (found.value = await get(`/gradings/${id}/proposal`))), [id]);
  if (!found.value) return <p class="hint">{t("exam_grade.loading")}</p>;
  const { label, label_set, refer, weighed, sentences } = found.value;
  return (
    <section class="panel" aria-label={t("exam_grade.the_machine_s_proposal")}>
      <h2>
        {t("exam_grade.the_machine")}{" "}
        {label ? <>{t("exam_grade.proposes", { label })}</> : t("exam_grade.proposes_nothing")}
      </h2>
      {label && (
        <>
          <p>{t("exam_grade.set_at_90", { label_set: label_set.join(", "), refer: refer.join("; ") })}</p>
          <details>
            <summary>{t("exam_grade.what_it_weighed")}</summary>
            <ul class="plain">
              {weighed.map((/** @type {any} */ w) => (
                <li key={w[0]}>
                  {w[0]}: {w[1].toFixed(3)}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      <div class="result">
        <ol class="plain">
          {sentences.map((/** @type {any} */ s, /** @type {number} */ i) => (
            <li key={i} dir="auto">
              {s.correct.map((/** @type {any} */ w, /** @type {number} */ j) =>
                w.edit ? <ins key={j}>{w.word}</ins> : `${w.word} `,
              )}
              <span class="hint">{t("exam_grade.edits", { edits: s.edits })}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
