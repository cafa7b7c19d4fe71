// One's own account: name, password, and where one is signed in.

import { all, call, get, patch, post } from "../../../web/browser/api.js";
import { useSignal } from "../../../web/browser/ui.js";
import { attempt, fields, start, tell } from "../../../web/browser/page.jsx";
import { rich } from "../../../web/browser/rich_text.js";
import { t } from "../../../web/browser/texts.js";

const day = (/** @type {string} */ time) => new Date(time).toLocaleString(undefined, { dateStyle: "medium" });

const SCOPES = /** @type {const} */ ([
  ["score", "account.scope_score"],
  ["read", "account.scope_read"],
  ["export", "account.scope_export"],
]);

/** Tokens with which programs ask. @param {{first: any[]}} props */
function Tokens({ first }) {
  const tokens = useSignal(first);
  const newToken = useSignal("");
  const again = async () => (tokens.value = await all("/me/tokens"));
  const make = async (/** @type {SubmitEvent} */ event) => {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const { name, days, ...scopes } = fields(event);
    newToken.value = (await post("/me/tokens", { name, days: Number(days), scopes: Object.keys(scopes) })).token;
    form.reset();
    await again();
  };
  const revoke = async (/** @type {string} */ id) => {
    await call("DELETE", `/me/tokens/${id}`);
    await again();
  };
  return (
    <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => make(event))}>
      <h2>{t("account.tokens")}</h2>
      <p class="hint">{rich("account.what_tokens_are")}</p>
      <ul id="tokens">
        {tokens.value.map((token) => (
          <li key={token.id}>
            <span dir="auto">{token.name}</span>{" "}
            {token.scopes.map((/** @type {string} */ scope) => (
              <span key={scope}>
                <span class="badge">{scope}</span>{" "}
              </span>
            ))}
            {t("account.until", { expires: day(token.expires) })}{" "}
            <button type="button" class="link" onClick={() => attempt(() => revoke(token.id))}>
              {t("account.revoke")}
            </button>
          </li>
        ))}
      </ul>
      {newToken.value && (
        <label>
          {t("account.shown_once")}{" "}
          <input
            id="token"
            class="wide"
            readonly
            value={newToken.value}
            onFocus={(/** @type {any} */ event) => event.target.select()}
          />
        </label>
      )}
      <label>
        {t("account.what_for")} <input name="name" required maxlength={100} autocomplete="off" />
      </label>
      <label>
        {t("account.days")} <input name="days" type="number" required min={1} max={366} value={90} />
      </label>
      <fieldset>
        <legend>{t("account.good_for")}</legend>
        {SCOPES.map(([scope, label]) => (
          <label key={scope} class="inline-label">
            <input type="checkbox" name={scope} checked={scope === "score"} /> {t(label)}
          </label>
        ))}
      </fieldset>
      <div class="buttons">
        <button type="submit">{t("account.make_a_token")}</button>
      </div>
    </form>
  );
}

/** @param {{me: any, first: any[], tokens: any[]}} props */
function Account({ me, first, tokens }) {
  const sessions = useSignal(first);
  const again = async () => (sessions.value = await all("/me/sessions"));
  const rename = async (/** @type {SubmitEvent} */ event) => {
    await patch("/me", { name: fields(event).name });
    tell(t("account.saved"));
  };
  const change = async (/** @type {SubmitEvent} */ event) => {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const { old, new: chosen } = fields(event);
    await patch("/me", { password: { old, new: chosen } });
    form.reset();
    tell(t("account.changed"));
    await again();
  };
  const end = async (/** @type {string} */ id) => {
    await call("DELETE", `/me/sessions/${id}`);
    await again();
  };
  return (
    <>
      <h1>{t("account.your_account")}</h1>
      <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => rename(event))}>
        <label>
          {t("account.name")} <input name="name" required maxlength={100} value={me.name} autocomplete="username" />
        </label>
        {me.projects.length > 0 && (
          <p>
            {t("account.projects")}:{" "}
            {me.projects.map((/** @type {any} */ project, /** @type {number} */ i) => (
              <span key={project.id}>
                {i ? ", " : ""}
                <a href={`/projects/${project.id}`} dir="auto">
                  {project.name}
                </a>{" "}
                <span class="badge">{project.roles.join(", ")}</span>
              </span>
            ))}
          </p>
        )}
        <div class="buttons">
          <button type="submit">{t("account.save")}</button>
        </div>
      </form>
      <form class="panel form" onSubmit={(/** @type {SubmitEvent} */ event) => attempt(() => change(event))}>
        <h2>{t("account.password")}</h2>
        <label>
          {t("account.old_password")} <input name="old" type="password" required autocomplete="current-password" />
        </label>
        <label>
          {t("account.new_password")}{" "}
          <input name="new" type="password" required minlength={10} autocomplete="new-password" />
        </label>
        <div class="buttons">
          <button type="submit">{t("account.change_it")}</button>
        </div>
      </form>
      <section class="panel form">
        <h2>{t("account.where_you_are_signed_in")}</h2>
        <ul id="sessions">
          {sessions.value.map((session) => (
            <li key={session.id}>
              {t("account.since", { created: day(session.created), expires: day(session.expires) })}{" "}
              {session.own ? (
                <span class="badge">{t("account.here")}</span>
              ) : (
                <button type="button" class="link" onClick={() => attempt(() => end(session.id))}>
                  {t("account.sign_out_there")}
                </button>
              )}
            </li>
          ))}
        </ul>
        <h2>{t("account.keys")}</h2>
        <p class="hint">{rich("account.keys_are_changed")}</p>
      </section>
      <Tokens first={tokens} />
    </>
  );
}

void start(async () => (
  <Account me={await get("/me")} first={await all("/me/sessions")} tokens={await all("/me/tokens")} />
));
