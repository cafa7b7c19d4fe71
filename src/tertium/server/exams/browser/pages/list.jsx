// The exams of a project.

import { get, post } from "../../../web/browser/api.js";
import { attempt, crumbs, fields, loadProject, start } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { may } from "../../../web/browser/permissions.js";

/** @param {{project: any, exams: any[]}} props */
function List({ project, exams }) {
  const make = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    const answer = await post(`/projects/${project.id}/exams`, {
      name: form.name,
      settings: { minutes: Number(form.minutes) },
    });
    location.assign(`/exams/${answer.id}`);
  };
  return (
    <>
      <h1>{t("exam_list.exams")}</h1>
      <div class="panel scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("exam_list.exam")}</th>
              <th scope="col" class="number">
                {t("exam_list.candidates")}
              </th>
              <th scope="col" class="number">
                {t("exam_list.handed_in")}
              </th>
              <th scope="col" class="number">
                {t("exam_list.released")}
              </th>
            </tr>
          </thead>
          <tbody>
            {exams.map((exam) => (
              <tr key={exam.id}>
                <td>
                  <a dir="auto" href={may(exam, "exam.manage") ? `/exams/${exam.id}` : `/exams/${exam.id}/grade`}>
                    {exam.name}
                  </a>
                </td>
                <td class="number">{exam.candidates}</td>
                <td class="number">{exam.handed_in}</td>
                <td class="number">{exam.released}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {!exams.length && <p class="hint">{t("exam_list.there_are_no_exams_yet")}</p>}
      </div>
      {may(project, "project.edit") && (
        <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => make(event))}>
          <h2>{t("exam_list.new_exam")}</h2>
          <div class="grid">
            <label>
              {t("exam_list.name")} <input name="name" required maxlength={200} />
            </label>
            <label>
              {t("exam_list.minutes")} <input name="minutes" type="number" min={1} max={10080} value="180" required />
            </label>
          </div>
          <div class="buttons">
            <button type="submit">{t("exam_list.make_it")}</button>
          </div>
        </form>
      )}
    </>
  );
}

void start(async (page) => {
  const project = await loadProject(page.project);
  crumbs(project, "exams");
  return <List project={project} exams={(await get(`/projects/${project.id}/exams`)).items} />;
});
