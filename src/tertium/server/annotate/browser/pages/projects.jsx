// All projects that one belongs to; making one, and bringing a whole one back.

import { call, get, job, post } from "../../../web/browser/api.js";
import { ago } from "../logic/format.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, fields, start, tell } from "../../../web/browser/page.jsx";
import { ProtocolFields, protocolName, protocolOf } from "../project/protocol.jsx";
import { t } from "../../../web/browser/texts.js";
import { CancelJob } from "../project/cancel_job.jsx";
import { may } from "../../../web/browser/permissions.js";

/** @param {{list: {items: any[], may: string[]}}} props */
function Projects({ list }) {
  const { items } = list;
  const making = useSignal(false);
  const reading = useSignal("");
  const importing = async (/** @type {File} */ file) => {
    tell(t("projects.reading", { name: file.name }));
    const { id } = await call("POST", "/projects/import", file, { raw: true });
    reading.value = id;
    try {
      const { project } = await job(id, (progress) =>
        tell(t("projects.reading_2", { name: file.name, math: Math.round(progress * 100) })),
      );
      location.assign(`/projects/${project}`);
    } finally {
      reading.value = "";
    }
  };
  return (
    <>
      <header class="page-head">
        <h1>{t("projects.projects")}</h1>
        {may(list, "project.create") && (
          <span class="buttons">
            <CancelJob id={reading.value} />
            <label class="button">
              {t("projects.import")}
              <input
                type="file"
                class="unseen"
                accept=".zip"
                onChange={(/** @type {any} */ event) => {
                  const [file] = event.target.files;
                  event.target.value = ""; // so that the same file can be chosen again
                  if (file) attempt(() => importing(file));
                }}
              />
            </label>
            <button
              type="button"
              class="primary"
              aria-expanded={making.value}
              onClick={() => (making.value = !making.value)}>
              {t("projects.new_project")}
            </button>
          </span>
        )}
      </header>
      {making.value && <NewProject />}
      {items.length === 0 && !making.value && (
        <div class="panel empty">
          <h2>{t("projects.no_projects_yet")}</h2>
          <p>{t("projects.make_one_import_one_that")}</p>
        </div>
      )}
      {items.length > 0 && (
        <div class="panel scroll" tabindex={0} role="region" aria-label={t("projects.projects")}>
          <table>
            <thead>
              <tr>
                <th>{t("projects.name")}</th>
                <th>{t("projects.languages")}</th>
                <th>{t("projects.protocol")}</th>
                <th class="number">{t("projects.sentences")}</th>
                <th class="number">{t("projects.done")}</th>
                <th class="number">{t("projects.yours")}</th>
                <th>{t("projects.last_change")}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((project) => (
                <tr key={project.id}>
                  <td>
                    <a href={`/projects/${project.id}`} dir="auto">
                      {project.name}
                    </a>{" "}
                    <span class="badge">{project.roles.join(", ")}</span>
                  </td>
                  <td>
                    {project.source_lang} → {project.target_lang}
                  </td>
                  <td>{protocolName(project.protocol)}</td>
                  <td class="number">{project.segments}</td>
                  <td class="number">{Math.round(project.done_percent)} %</td>
                  <td class="number">
                    {project.open_sheets ? t("projects.open", { open_sheets: project.open_sheets }) : "–"}
                  </td>
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
      tokenizer: form.tokenizer,
      sharing: form.sharing,
      annotators_per_segment: Number(form.annotators),
      protocol: protocolOf(form),
    });
    location.assign(`/projects/${project.id}/settings`);
  };
  return (
    <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => make(event))}>
      <h2>{t("projects.new_project")}</h2>
      <div class="grid">
        <label>
          {t("projects.name")} <input name="name" required maxlength={200} />
        </label>
        <label>
          {t("projects.source_language")}{" "}
          <input name="source_lang" required maxlength={20} placeholder={t("projects.es")} />
        </label>
        <label>
          {t("projects.target_language")}{" "}
          <input name="target_lang" required maxlength={20} placeholder={t("projects.en")} />
        </label>
      </div>
      <ProtocolFields project={null} />
      <div class="buttons">
        <button type="submit" class="primary">
          {t("projects.make_it")}
        </button>
      </div>
    </form>
  );
}

void start(async () => <Projects list={await get("/projects")} />);
