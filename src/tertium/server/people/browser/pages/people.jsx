// Everybody on this server, for administrators: who may come in, who administers, links for new passwords.

import { all, patch, post } from "../../../web/browser/api.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, fields, Heads, start } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";

/** @param {{first: any[]}} props */
function People({ first }) {
  const people = useSignal(first);
  const link = useSignal(/** @type {{label: string, address: string}|null} */ (null));
  const again = async () => (people.value = await all("/people"));
  const change = async (/** @type {any} */ person, /** @type {object} */ values) => {
    await patch(`/people/${person.id}`, values);
    await again();
  };
  const reset = async (/** @type {any} */ person) => {
    const answer = await post(`/people/${person.id}/reset`);
    link.value = { label: t("people.link_for", { name: person.name }), address: answer.link };
  };
  const invite = async (/** @type {SubmitEvent} */ event) => {
    const { name = "", role } = fields(event);
    const answer = await post("/invites", { role, name });
    link.value = { label: t("people.link_for_one_person"), address: answer.link };
  };
  return (
    <>
      <h1>{t("people.people")}</h1>
      {link.value && (
        <p>
          <label>
            {link.value.label}{" "}
            <input
              id="link"
              class="wide"
              readonly
              value={link.value.address}
              onFocus={(/** @type {any} */ event) => event.target.select()}
            />
          </label>
        </p>
      )}
      <div class="panel scroll" tabindex={0} role="region" aria-label={t("people.people")}>
        <table>
          <Heads names={[t("people.name"), t("people.projects"), t("people.state"), t("people.do")]} />
          <tbody>
            {people.value.map((person) => (
              <tr key={person.id}>
                <td dir="auto">{person.name}</td>
                <td>
                  {person.projects.map((/** @type {any} */ project) => (
                    <div key={project.id} dir="auto">
                      {project.name} <span class="badge">{project.roles.join(", ")}</span>
                    </div>
                  ))}
                </td>
                <td>
                  {person.admin && <span class="badge">{t("people.administrator")}</span>}{" "}
                  {person.disabled ? (
                    <span class="badge">{t("people.may_not_come_in")}</span>
                  ) : (
                    <span class="hint">
                      {t("people.since", { created: new Date(person.created).toLocaleDateString() })}
                    </span>
                  )}
                </td>
                <td>
                  <Actions person={person} change={change} reset={reset} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form class="panel inline-form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => invite(event))}>
        <h2>{t("people.invite")}</h2>
        <label class="inline-label">
          {t("people.for_whom")} <input name="name" maxlength={100} autocomplete="off" />
        </label>
        <label class="inline-label">
          {t("people.as")}{" "}
          <select name="role">
            <option value="user">{t("people.a_user")}</option>
            <option value="admin">{t("people.administrator")}</option>
          </select>
        </label>
        <button type="submit">{t("people.make_a_link")}</button>
      </form>
    </>
  );
}

/** @param {{person: any, change: (person: any, values: object) => Promise<void>,
 *   reset: (person: any) => Promise<void>}} props */
function Actions({ person, change, reset }) {
  const asking = useSignal(false);
  const link = (/** @type {string} */ label, /** @type {() => Promise<void>} */ work) => (
    <button type="button" class="link" onClick={() => attempt(work)}>
      {label}
    </button>
  );
  if (asking.value)
    return (
      <div class="actions" role="alert">
        {t("people.sure", { name: person.name })}{" "}
        {link(t("people.really"), async () => {
          asking.value = false;
          await change(person, { disabled: true });
        })}
        {link(t("people.no"), async () => void (asking.value = false))}
      </div>
    );
  if (person.disabled)
    return <div class="actions">{link(t("people.enable"), () => change(person, { disabled: false }))}</div>;
  return (
    <div class="actions">
      {link(t("people.new_password"), () => reset(person))}
      {person.admin
        ? link(t("people.no_administrator"), () => change(person, { admin: false }))
        : link(t("people.make_administrator"), () => change(person, { admin: true }))}
      {link(t("people.disable"), async () => void (asking.value = true))}
    </div>
  );
}

void start(async () => <People first={await all("/people")} />);
