// A project's settings: protocol, people and invitations, import and export.

import { call, get, patch, post } from "../../../web/browser/api.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, crumbs, Download, fields, loadProject, start, Sure, tell } from "../../../web/browser/page.jsx";
import { Import } from "../project/importing.jsx";
import { PhraseTables } from "../project/phrases.jsx";
import { ProtocolFields, protocolOf } from "../project/protocol.jsx";
import { t } from "../../../web/browser/texts.js";

const ROLES = ["annotator", "reviewer", "manager", "judge", "grader"];
const FORMATS = /** @type {[string, string][]} */ ([
  ["zip", t("settings.whole_project_zip_can_be")],
  ["net", "networks (.net)"],
  ["net&unite=spu", t("settings.networks_spu")],
  ["jsonl", "networks (.jsonl)"],
  ["csv", "sheets (.csv)"],
]);

/** @param {{project: any, members: any[], invites: any[], imports: any[], tables: any[]}} props */
function Settings({ project: first, members, invites, imports, tables }) {
  const project = useSignal(first);
  const save = async (/** @type {SubmitEvent} */ event) => {
    const form = fields(event);
    project.value = await patch(`/projects/${first.id}`, {
      version: project.value.version,
      name: form.name,
      sharing: form.sharing,
      annotators_per_segment: Number(form.annotators),
      lease_days: Number(form.lease),
      protocol: protocolOf(form),
    });
    tell(t("settings.saved"));
  };
  const archive = async () => {
    project.value = await post(`/projects/${first.id}/${project.value.archived ? "unarchive" : "archive"}`);
    tell(project.value.archived ? t("settings.in_the_archive_nobody_gets") : t("settings.out_of_the_archive"));
  };
  return (
    <>
      <h1>{t("settings.settings")}</h1>
      <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => save(event))}>
        <h2>{t("settings.project")}</h2>
        <div class="grid">
          <label>
            {t("settings.name")} <input name="name" required maxlength={200} value={project.value.name} />
          </label>
          <label>
            {t("settings.days_a_sentence_is_kept")}{" "}
            <input name="lease" type="number" min={1} max={365} value={project.value.lease_days} />
          </label>
        </div>
        <ProtocolFields project={project.value} />
        <div class="buttons">
          <button type="submit" class="primary">
            {t("settings.save")}
          </button>
          <button type="button" onClick={() => attempt(archive)}>
            {project.value.archived ? t("settings.take_it_out_of_the") : t("settings.put_it_into_the_archive")}
          </button>
        </div>
      </form>
      <Import project={first} members={members} done={imports} />
      <PhraseTables project={first} items={tables} />
      <section class="panel form">
        <h2>{t("settings.export")}</h2>
        <p class="buttons">
          {FORMATS.map(([format, label]) => (
            <Download key={format} path={`/projects/${first.id}/export?format=${format}`} name={label} />
          ))}
        </p>
      </section>
      <People project={first} members={members} invites={invites} />
    </>
  );
}

const Role = () => (
  <select name="role">
    {ROLES.map((role) => (
      <option key={role}>{role}</option>
    ))}
  </select>
);

/** One box for each role. @param {{name: string, roles: string[], change: (roles: string[]) => void}} props */
const Roles = ({ name, roles, change }) => (
  <span class="boxes" role="group" aria-label={t("settings.roles_of", { name })}>
    {ROLES.map((role) => (
      <label key={role} class="inline-label">
        <input
          type="checkbox"
          checked={roles.includes(role)}
          onChange={(/** @type {any} */ event) => {
            const left = roles.filter((other) => other !== role);
            change(event.target.checked ? [...left, role] : left);
          }}
        />{" "}
        {role}
      </label>
    ))}
  </span>
);

/** @param {{project: any, members: any[], invites: any[]}} props */
function People({ project, members: first, invites: known }) {
  const members = useSignal(first);
  const invites = useSignal(known);
  const link = useSignal("");
  const again = async () => {
    [members.value, invites.value] = await Promise.all([
      get(`/projects/${project.id}/members`),
      get(`/projects/${project.id}/invites`),
    ]).then((pages) => pages.map((page) => page.items));
  };
  const invite = async (/** @type {SubmitEvent} */ event) => {
    const { name = "", role } = fields(event);
    const made = await post("/invites", { project: project.id, role, name });
    link.value = made.link;
    tell(t("settings.the_link_works_once_send"));
    await again();
  };
  const add = async (/** @type {SubmitEvent} */ event) => {
    const { name, role } = fields(event);
    await post(`/projects/${project.id}/members`, { name, roles: [role] });
    tell(t("settings.added", { name }));
    await again();
  };
  // One change after the other, each on top of what the boxes show already.
  const before = useSignal(Promise.resolve());
  const change = (/** @type {string} */ user, /** @type {string[]} */ roles) =>
    attempt(() => {
      members.value = members.value.map((member) => (member.user === user ? { ...member, roles } : member));
      const path = `/projects/${project.id}/members/${user}`;
      const done = before.value.then(() => (roles.length ? call("PUT", path, { roles }) : call("DELETE", path)));
      before.value = done.then(again, again); // the boxes show what is, whatever was refused
      return done;
    });
  return (
    <section class="panel form">
      <h2>{t("settings.people")}</h2>
      <table>
        <thead>
          <tr>
            <th>{t("settings.name")}</th>
            <th>{t("settings.roles")}</th>
            <th>{t("settings.do")}</th>
          </tr>
        </thead>
        <tbody>
          {members.value.map((member) => (
            <tr key={member.user}>
              <td dir="auto">{member.name}</td>
              <td>
                <Roles
                  name={member.name}
                  roles={member.roles}
                  change={(roles) => roles.length && change(member.user, roles)}
                />
              </td>
              <td>
                <Sure
                  label={t("settings.remove")}
                  really={t("settings.really_remove", { name: member.name })}
                  work={() => change(member.user, [])}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form class="inline-form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => add(event))}>
        <label class="inline-label">
          {t("settings.add_somebody")} <input name="name" required maxlength={100} autocomplete="off" />
        </label>
        <label class="inline-label">
          {t("settings.role")} <Role />
        </label>
        <button type="submit">{t("settings.add")}</button>
      </form>
      <form class="inline-form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => invite(event))}>
        <label class="inline-label">
          {t("settings.invite_as")} <Role />
        </label>
        <label class="inline-label">
          {t("settings.for_whom")} <input name="name" maxlength={100} autocomplete="off" />
        </label>
        <button type="submit" class="primary">
          {t("settings.make_an_invitation")}
        </button>
      </form>
      {link.value && (
        <p>
          <label>
            {t("settings.link_for_one_person_for")}{" "}
            <input
              class="wide"
              readonly
              value={link.value}
              onFocus={(/** @type {any} */ event) => event.target.select()}
            />
          </label>
        </p>
      )}
      {invites.value.length > 0 && (
        <>
          <h3>{t("settings.invitations")}</h3>
          <ul>
            {invites.value.map((item) => (
              <li key={item.id}>
                {item.name ? `${item.name}: ` : ""}
                {item.role} ·{" "}
                {item.used_at
                  ? t("settings.used", { used_at: new Date(item.used_at).toLocaleDateString("en-GB") })
                  : t("settings.open_until", { expires: new Date(item.expires).toLocaleDateString("en-GB") })}
                {!item.used_at && (
                  <Sure
                    label={t("settings.take_back")}
                    really={t("settings.really_take_back")}
                    work={() =>
                      attempt(async () => {
                        await call("DELETE", `/projects/${project.id}/invites/${item.id}`);
                        await again();
                      })
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

void start(async (page) => {
  const project = await loadProject(page.project);
  crumbs(project, "settings");
  const [members, invites, imports, tables] = await Promise.all([
    get(`/projects/${project.id}/members`),
    get(`/projects/${project.id}/invites`),
    get(`/projects/${project.id}/imports`),
    get(`/projects/${project.id}/phrase-tables`),
  ]);
  return (
    <Settings
      project={project}
      members={members.items}
      invites={invites.items}
      imports={imports.items}
      tables={tables.items}
    />
  );
});
