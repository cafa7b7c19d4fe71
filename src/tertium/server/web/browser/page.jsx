// What the managers' pages share: starting, the trail above them, messages, and forms.

import { get, pageData, Problem, Unreachable } from "./api.js";
import { places } from "./permissions.js";
import { mount, render, say, signal, useSignal } from "./ui.js";
import { t } from "./texts.js";

export const message = signal(/** @type {{text: string, level: string}|null} */ (null));

/** @param {unknown} error */
export function fail(error) {
  if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
  const advice = error instanceof Problem && error.advice ? ` – ${error.advice}` : "";
  tell(`${error.message}${advice}`, "error");
}

/** @param {string} text @param {string} [level] */
export function tell(text, level = "note") {
  message.value = { text, level };
  say(text);
}

export function Message() {
  if (!message.value) return null;
  return (
    <p class={`message ${message.value.level}`} dir="auto">
      {message.value.text}{" "}
      <button type="button" class="quiet" aria-label={t("page.dismiss")} onClick={() => (message.value = null)}>
        ×
      </button>
    </p>
  );
}

/** Loads what a page needs and draws it. @param {(page: any) => Promise<any>} load gives the content */
export async function start(load) {
  try {
    const content = await load(pageData());
    mount(
      "app",
      <>
        <Message />
        {content}
      </>,
    );
    document.getElementById("app")?.setAttribute("aria-busy", "false");
  } catch (error) {
    fail(error);
    mount(
      "app",
      <>
        <Message />
        <p>
          <a href="/">{t("page.to_the_projects")}</a>
        </p>
      </>,
    );
  }
}

/** Pages of a project, as links above. @param {any} project @param {string} here */
export function crumbs(project, here) {
  const box = document.getElementById("crumbs");
  if (!box) return;
  render(
    <>
      <strong dir="auto">{project.name}</strong>
      {places(project).map(({ id, label, path }) => (
        <a key={id} href={`/projects/${project.id}${path}`} aria-current={id === here ? "page" : undefined}>
          {label}
        </a>
      ))}
    </>,
    box,
  );
}

/** The project of a page. @param {string} id */
export const loadProject = (id) => get(`/projects/${id}`);

/** The fields of a form that was sent. @param {SubmitEvent} event @returns {Record<string, string>} */
export function fields(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
  return Object.fromEntries([...data.entries()].map(([name, value]) => [name, String(value)]));
}

/** Does something that may fail, and says so. @param {() => Promise<any>} work */
export const attempt = (work) => void work().catch(fail);

/** A file of the server to save. @param {{path: string, name: string}} props */
export function Download({ path, name }) {
  return (
    <a class="button" href={`/api/v1${path}`} download>
      {name}
    </a>
  );
}

/** The first row of a table. @param {{names: string[]}} props */
export function Heads({ names }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A button for what cannot be undone: the first press shows another one, which says what it does.
 * @param {{label: string, really: string, work: () => void}} props */
export function Sure({ label, really, work }) {
  const asking = useSignal(false);
  if (!asking.value)
    return (
      <button type="button" class="link" onClick={() => (asking.value = true)}>
        {label}
      </button>
    );
  return (
    <span class="actions" role="alert">
      <button
        type="button"
        onClick={() => {
          asking.value = false;
          work();
        }}>
        {really}
      </button>{" "}
      <button type="button" class="link" onClick={() => (asking.value = false)}>
        {t("page.leave_it")}
      </button>
    </span>
  );
}
