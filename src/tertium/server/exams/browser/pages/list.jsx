// The exams of a project.

import { get, post } from "../../../web/browser/api.js";
import { attempt, crumbs, fields, loadProject, start } from "../../../web/browser/page.jsx";

/** @param {{project: any, exams: any[]}} props */
function List({ project, exams }) {
  const manager = project.role === "manager";
  const make = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    const made = await post(`/projects/${project.id}/exams`, {
      name: form.name,
      settings: { minutes: Number(form.minutes) },
    });
    location.assign(`/exams/${made.id}`);
  };
  return (
    <>
      <h1>Exams</h1>
      <div class="panel scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Exam</th>
              <th scope="col" class="number">
                Candidates
              </th>
              <th scope="col" class="number">
                Handed in
              </th>
              <th scope="col" class="number">
                Released
              </th>
            </tr>
          </thead>
          <tbody>
            {exams.map((exam) => (
              <tr key={exam.id}>
                <td>
                  <a dir="auto" href={manager ? `/exams/${exam.id}` : `/exams/${exam.id}/grade`}>
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
        {!exams.length && <p class="hint">There are no exams yet.</p>}
      </div>
      {manager && (
        <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => make(event))}>
          <h2>New exam</h2>
          <div class="grid">
            <label>
              Name <input name="name" required maxlength={200} />
            </label>
            <label>
              Minutes <input name="minutes" type="number" min={1} max={10080} value="180" required />
            </label>
          </div>
          <div class="buttons">
            <button type="submit">Make it</button>
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
