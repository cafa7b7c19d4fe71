// Sentences and networks from files: a look at the first rows, a role for each column, all of it, and the way back.

import { call, get, job, post } from "../../../web/browser/api.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, Heads, Sure, tell } from "../../../web/browser/page.jsx";
import { CancelJob } from "./cancel_job.jsx";
import { rich } from "../../../web/browser/rich_text.js";
import { t } from "../../../web/browser/texts.js";

const ROLES = /** @type {[string, string][]} */ ([
  ["best", t("importing.best_translation")],
  ["reference", t("importing.reference")],
  ["held-out", t("importing.held_out")],
  ["output", t("importing.output")],
  ["none", t("importing.left_out")],
]);

/** Asks for an import and waits for it. @param {any} project @param {File} file @param {Record<string, string>} how
 * @param {(job: string) => void} begun */
async function ask(project, file, how, begun) {
  const query = new URLSearchParams({ name: file.name, ...how });
  const { id } = await call("POST", `/projects/${project.id}/import?${query}`, file, { raw: true });
  begun(id);
  return await job(id);
}

/** @param {{project: any, members: any[], done: any[]}} props */
export function Import({ project, members, done: first }) {
  const kind = useSignal("segments");
  const user = useSignal("");
  const problem = useSignal(/** @type {any} */ (null));
  const reading = useSignal("");
  const look = useSignal(/** @type {{file: File, seen: any}|null} */ (null));
  const done = useSignal(first);
  const send = async (/** @type {File} */ file, /** @type {Record<string, string>} */ how) => {
    problem.value = null;
    tell(t("settings.reading", { name: file.name }));
    try {
      return await ask(project, file, { kind: kind.value, ...how }, (id) => (reading.value = id));
    } catch (error) {
      problem.value = error;
      tell(t("settings.nothing_was_imported"), "error");
      if (!(error instanceof Error)) throw error;
      return null;
    } finally {
      reading.value = "";
    }
  };
  const again = async () => (done.value = (await get(`/projects/${project.id}/imports`)).items);
  const bring = async (/** @type {File} */ file, /** @type {Record<string, string>} */ how) => {
    const result = await send(file, how);
    if (!result) return;
    look.value = null;
    const counts = ["segments", "texts", "sheets"].filter((name) => result[name]);
    tell(
      (counts.map((name) => `${result[name]} ${name}`).join(", ") || t("importing.nothing_new")) +
        t("settings.imported"),
    );
    await again();
  };
  const choose = async (/** @type {File} */ file) => {
    look.value = null;
    if (kind.value === "networks") return bring(file, user.value ? { user: user.value } : {});
    const seen = await send(file, { look: "true" });
    if (!seen) return;
    look.value = { file, seen };
    tell(t("importing.nothing_is_imported_yet"));
  };
  return (
    <section class="panel form">
      <h2>{t("settings.import")}</h2>
      <p class="hint">{rich("settings.sentences_from_parallel_text_tsv")}</p>
      <p class="buttons">
        <CancelJob id={reading.value} />
        <label class="inline-label">
          {t("settings.what")}{" "}
          <select value={kind.value} onChange={(/** @type {any} */ event) => (kind.value = event.target.value)}>
            <option value="segments">{t("settings.sentences")}</option>
            <option value="networks">{t("settings.networks_lists")}</option>
          </select>
        </label>
        {kind.value === "networks" && (
          <label class="inline-label">
            {t("settings.as_sheets_of")}{" "}
            <select value={user.value} onChange={(/** @type {any} */ event) => (user.value = event.target.value)}>
              <option value="">{t("settings.yourself")}</option>
              {members.map((member) => (
                <option key={member.user} value={member.user}>
                  {member.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="button">
          {t("settings.choose_a_file")}
          <input
            type="file"
            class="unseen"
            onChange={(/** @type {any} */ event) => {
              const [file] = event.target.files;
              event.target.value = ""; // so that the same file can be chosen again
              if (file) attempt(() => choose(file));
            }}
          />
        </label>
      </p>
      {problem.value && (
        <p class="message error" id="import-problem" dir="auto">
          {problem.value.message}
          {problem.value.advice ? (
            <>
              <br />
              {problem.value.advice}
            </>
          ) : (
            ""
          )}
        </p>
      )}
      {look.value && (
        <Look
          key={`${look.value.file.name} ${look.value.file.lastModified}`}
          project={project}
          name={look.value.file.name}
          seen={look.value.seen}
          bring={(how) => attempt(() => bring(/** @type {any} */ (look.value).file, how))}
          leave={() => (look.value = null)}
        />
      )}
      <Done items={done.value} again={again} />
    </section>
  );
}

/** The first rows of a file, and what its columns are.
 * @typedef {(how: Record<string, string>) => void} Bring
 * @param {{project: any, name: string, seen: any, bring: Bring, leave: () => void}} props */
function Look({ project, name, seen, bring, leave }) {
  const roles = useSignal(Object.fromEntries(seen.columns.map((/** @type {any} */ c) => [c.name, c.role])));
  const adding = useSignal(false);
  const fresh = seen.segments - (adding.value ? 0 : seen.present);
  return (
    <div id="look">
      <h3 dir="auto">{t("importing.rows_of", { n: seen.segments, name })}</h3>
      <div class="scroll" tabindex={0} role="region" aria-label={t("importing.first_rows")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("importing.source")}</th>
              {seen.columns.map((/** @type {any} */ column) => (
                <th key={column.name} scope="col">
                  <span dir="auto">{column.name}</span>{" "}
                  <select
                    aria-label={t("importing.role_of", { name: column.name })}
                    value={roles.value[column.name]}
                    onChange={(/** @type {any} */ event) =>
                      (roles.value = { ...roles.value, [column.name]: event.target.value })
                    }>
                    {ROLES.map(([role, label]) => (
                      <option key={role} value={role}>
                        {label}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {seen.rows.map((/** @type {any} */ row, /** @type {number} */ number) => (
              <tr key={number}>
                <td dir="auto" lang={project.source_lang}>
                  {row.source}
                  {row.present && <span class="badge">{t("importing.there")}</span>}
                </td>
                {seen.columns.map((/** @type {any} */ column) => (
                  <td key={column.name} dir="auto" lang={project.target_lang}>
                    {row.texts[column.name] ?? "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {seen.present > 0 && (
        <p>
          {t("importing.are_there_already", { n: seen.present })}{" "}
          <label class="inline-label">
            <input
              type="checkbox"
              checked={adding.value}
              onChange={(/** @type {any} */ event) => (adding.value = event.target.checked)}
            />{" "}
            {t("importing.import_these_once_more")}
          </label>
        </p>
      )}
      <p class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => bring({ roles: JSON.stringify(roles.value), present: adding.value ? "add" : "leave-out" })}>
          {t("importing.import", { n: fresh })}
        </button>
        <button type="button" onClick={leave}>
          {t("importing.leave_it")}
        </button>
      </p>
    </div>
  );
}

/** What came in before; each can be taken back while nobody has worked on it.
 * @param {{items: any[], again: () => Promise<any>}} props */
function Done({ items, again }) {
  if (!items.length) return null;
  const takeBack = async (/** @type {any} */ item) => {
    await post(`/jobs/${item.job}/take-back`);
    tell(t("importing.taken_back", { name: item.name }));
    await again();
  };
  return (
    <>
      <h3>{t("importing.done")}</h3>
      <table id="imports">
        <Heads
          names={[t("importing.file"), t("importing.when"), t("importing.by"), t("importing.what"), t("settings.do")]}
        />
        <tbody>
          {items.map((item) => (
            <tr key={item.job}>
              <td dir="auto">{item.name}</td>
              <td>{new Date(item.at).toLocaleString("en-GB")}</td>
              <td dir="auto">{item.by}</td>
              <td>
                {item.kind === "segments"
                  ? t("importing.sentences", { n: item.segments })
                  : t("importing.sheets", { n: item.sheets })}
              </td>
              <td>
                {item.taken_back ? (
                  t("importing.is_taken_back")
                ) : (
                  <Sure
                    label={t("importing.take_back")}
                    really={t("importing.really", { name: item.name })}
                    work={() => attempt(() => takeBack(item))}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
