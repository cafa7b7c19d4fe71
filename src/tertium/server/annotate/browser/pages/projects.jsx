// All projects that one belongs to; making one, and bringing a whole one back.

import { call, get, job, post } from "../../../web/browser/api.js";
import { ago } from "../logic/format.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, fields, start, tell } from "../../../web/browser/page.jsx";
import { ProtocolFields, protocolName, protocolOf } from "../project/protocol.jsx";

/** @param {{items: any[]}} props */
function Projects({ items }) {
  const making = useSignal(false);
  const importing = async (/** @type {File} */ file) => {
    tell(`Reading ${file.name} …`);
    const { id } = await call("POST", "/projects/import", file, { raw: true });
    const { project } = await job(id, (progress) => tell(`Reading ${file.name}: ${Math.round(progress * 100)} %`));
    location.assign(`/projects/${project}`);
  };
  return (
    <>
      <header class="page-head">
        <h1>Projects</h1>
        <span class="buttons">
          <label class="button">
            Import…
            <input
              type="file"
              class="unseen"
              accept=".zip"
              onChange={(/** @type {any} */ event) =>
                event.target.files[0] && attempt(() => importing(event.target.files[0]))
              }
            />
          </label>
          <button
            type="button"
            class="primary"
            aria-expanded={making.value}
            onClick={() => (making.value = !making.value)}>
            New project
          </button>
        </span>
      </header>
      {making.value && <NewProject />}
      {items.length === 0 && !making.value && (
        <div class="panel empty">
          <h2>No projects yet</h2>
          <p>Make one, import one that was exported, or open the link of an invitation.</p>
        </div>
      )}
      {items.length > 0 && (
        <div class="panel scroll" tabindex={0} role="region" aria-label="Projects">
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th>Languages</th>
                <th>Protocol</th>
                <th class="number">Sentences</th>
                <th class="number">Done</th>
                <th class="number">Yours</th>
                <th>Last change</th>
              </tr>
            </thead>
            <tbody>
              {items.map((project) => (
                <tr key={project.id}>
                  <td>
                    <a href={`/projects/${project.id}`} dir="auto">
                      {project.name}
                    </a>{" "}
                    <span class="badge">{project.role}</span>
                  </td>
                  <td>
                    {project.source_lang} → {project.target_lang}
                  </td>
                  <td>{protocolName(project.protocol)}</td>
                  <td class="number">{project.segments}</td>
                  <td class="number">{Math.round(project.done_percent)} %</td>
                  <td class="number">{project.open_sheets ? `${project.open_sheets} open` : "–"}</td>
                  <td>{ago(project.changed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function NewProject() {
  const make = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    const project = await post("/projects", {
      name: form.name,
      source_lang: form.source_lang,
      target_lang: form.target_lang,
      tokeniser: form.tokeniser,
      sharing: form.sharing,
      annotators_per_segment: Number(form.annotators),
      protocol: protocolOf(form),
    });
    location.assign(`/projects/${project.id}/settings`);
  };
  return (
    <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => make(event))}>
      <h2>New project</h2>
      <div class="grid">
        <label>
          Name <input name="name" required maxlength={200} />
        </label>
        <label>
          Source language <input name="source_lang" required maxlength={20} placeholder="es" />
        </label>
        <label>
          Target language <input name="target_lang" required maxlength={20} placeholder="en" />
        </label>
      </div>
      <ProtocolFields project={null} />
      <div class="buttons">
        <button type="submit" class="primary">
          Make it
        </button>
      </div>
    </form>
  );
}

void start(async () => <Projects items={(await get("/projects")).items} />);
