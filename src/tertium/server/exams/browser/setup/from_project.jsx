// Passages from documents of the project: which, under what name, of which level.

import { get, post } from "../../../web/browser/api.js";
import { attempt, Heads, tell } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { useSignal } from "../../../web/browser/ui.js";

/** @typedef {{document: string, sentences: number, ready: number, networks: number}} Found */

/** @param {{id: string, exam: {value: any}}} props */
export function FromProject({ id, exam }) {
  const found = useSignal(/** @type {Found[] | null} */ (null));
  const look = async () => (found.value = found.value ? null : (await get(`/exams/${id}/documents`)).items);
  return (
    <>
      <button type="button" class="small" aria-expanded={found.value !== null} onClick={() => attempt(look)}>
        {t("exam_manage.from_the_project")}
      </button>
      {found.value && (
        <Documents
          id={id}
          items={found.value}
          levels={exam.value.rules.passages}
          done={(changed) => {
            exam.value = changed;
            found.value = null;
          }}
        />
      )}
    </>
  );
}

/** @param {{id: string, items: Found[], levels: string[], done: (exam: any) => void}} props */
function Documents({ id, items, levels, done }) {
  if (!items.length) return <p class="hint">{t("exam_manage.the_project_has_no_sentences")}</p>;
  const take = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const passages = items.flatMap((one, at) =>
      form.get(`take-${at}`)
        ? [{ id: String(form.get(`id-${at}`)), level: String(form.get(`level-${at}`)), document: one.document }]
        : [],
    );
    if (!passages.length) return tell(t("exam_manage.choose_a_document"));
    const exam = await post(`/exams/${id}/passages/from-project`, { passages });
    tell(t("exam_manage.passages_are_in", { n: passages.length }));
    done(exam);
  };
  return (
    <form class="form" id="documents" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => take(event))}>
      <p class="hint">{t("exam_manage.a_document_becomes_a_passage")}</p>
      <div class="scroll" tabindex={0} role="region" aria-label={t("exam_manage.documents_of_the_project")}>
        <table>
          <Heads
            names={[
              t("exam_manage.take"),
              t("exam_manage.document"),
              t("exam_manage.sentences"),
              t("exam_manage.passage"),
              t("exam_manage.level"),
            ]}
          />
          <tbody>
            {items.map((one, at) => {
              const name = one.document || t("exam_manage.without_a_document");
              const whole = one.ready === one.sentences;
              return (
                <tr key={one.document}>
                  <td>
                    <input
                      type="checkbox"
                      name={`take-${at}`}
                      disabled={!whole}
                      aria-label={t("exam_manage.take_document", { name })}
                    />
                  </td>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  <td>
                    {t("exam_manage.sentences_and_networks", { n: one.sentences, networks: one.networks })}
                    {!whole && (
                      <p class="hint">
                        {t("exam_manage.nothing_says_what_is_right", { n: one.sentences - one.ready })}
                      </p>
                    )}
                  </td>
                  <td>
                    <input
                      name={`id-${at}`}
                      maxlength={200}
                      required
                      defaultValue={one.document || `p${at + 1}`}
                      aria-label={t("exam_manage.name_of_passage", { name })}
                    />
                  </td>
                  <td>
                    <input
                      name={`level-${at}`}
                      maxlength={20}
                      size={6}
                      required
                      list="levels"
                      defaultValue={levels[at] ?? String(at + 1)}
                      aria-label={t("exam_manage.level_of_passage", { name })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <datalist id="levels">
        {levels.map((level) => (
          <option key={level} value={level}></option>
        ))}
      </datalist>
      <div class="buttons">
        <button type="submit">{t("exam_manage.make_the_passages")}</button>
      </div>
    </form>
  );
}
