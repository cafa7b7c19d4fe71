// The card editor: loads a sheet, puts its parts together, and listens to the keys that work everywhere.

import { get, pageData } from "../api.js";
import { Cards } from "../parts/cards.js";
import { CardPanel } from "../parts/card.js";
import { Covered } from "../parts/covered.js";
import { Conflicts, Dialogs } from "../parts/dialogs.js";
import { Header } from "../parts/header.js";
import { Railroad } from "../parts/railroad.js";
import { Samples } from "../parts/samples.js";
import { Source } from "../parts/source.js";
import { Suggestions } from "../parts/suggestions.js";
import { Texts, Watches } from "../parts/texts.js";
import { TextView } from "../parts/textview.js";
import { Dragging } from "../sheet/drag.js";
import { openStore } from "../sheet/keep.js";
import { act, changed } from "../sheet/keys.js";
import { Live } from "../sheet/live.js";
import { explain, Session } from "../sheet/session.js";
import { View } from "../sheet/view.js";
import { Work } from "../sheet/work.js";
import { html, mount, say } from "../ui.js";
import { crumbs } from "./common.js";

const REGIONS = ["bar", "source", "cards", "card", "suggestions", "railroad", "text", "covered", "watches", "samples", "texts"];

/** @param {{view: View}} props */
function Editor({ view }) {
  const { message, about } = view.session;
  return html`<${Header} view=${view} />
    ${message.value && html`<p class=${`message ${message.value.level}`}>${message.value.text} <button type="button" class="quiet" aria-label="Dismiss" onClick=${() => (message.value = null)}>×</button></p>`}
    ${about.note && html`<p class="message note"><strong>Returned:</strong> <span dir="auto">${about.note}</span></p>`}
    <${Conflicts} view=${view} />
    <${Source} view=${view} />
    <div class="desk">
      <${Cards} view=${view} />
      <div class="middle"><${CardPanel} view=${view} /><${Suggestions} view=${view} /></div>
    </div>
    ${view.panel.value === "railroad" && html`<${Railroad} view=${view} />`}
    ${view.panel.value === "text" && html`<${TextView} view=${view} />`}
    <div class="answers"><div><${Covered} view=${view} /><${Watches} view=${view} /></div><div><${Samples} view=${view} /><${Texts} view=${view} /></div></div>
    <${Dialogs} view=${view} />
    <${Ghost} view=${view} />`;
}

/** What is being dragged, beside the pointer. @param {{view: View}} props */
function Ghost({ view }) {
  const drag = view.drag.value;
  if (!drag || drag.keys) return null;
  return html`<div class="ghost" aria-hidden="true" style=${{ transform: `translate(${drag.x + 12}px, ${drag.y + 8}px)` }}>${drag.name}</div>`;
}

/** @param {string} id */
const focus = (id) => document.getElementById(id)?.focus();

/** Goes to the next region that is there. @param {number} step */
function cycle(step) {
  const regions = REGIONS.flatMap((name) => document.getElementById(`region-${name}`) ?? []);
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(at + step + regions.length) % regions.length];
  next?.focus();
  say(next?.getAttribute("aria-label") ?? "");
}

/** @param {View} view @param {KeyboardEvent} event */
function globalKey(view, event) {
  if (view.drag.peek() || view.dialog.peek()) return;
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key === "?" && !typing) {
    view.dialog.value = "help";
    event.preventDefault();
    return;
  }
  if (event.key === "/" && !typing) {
    focus("find");
    event.preventDefault();
    return;
  }
  act(event, {
    regions: () => cycle(1),
    "regions-back": () => cycle(-1),
    find: () => focus("find"),
    "new-card": () => view.newCard(),
    undo: () => (inOwnField(event) ? false : void view.session.step("undo")),
    redo: () => (inOwnField(event) ? false : void view.session.step("redo")),
    samples: () => view.live.again(),
    covered: () => focus("ask"),
    railroad: () => view.toggle("railroad"),
    text: () => view.toggle("text"),
    source: () => /** @type {HTMLElement|null} */ (document.querySelector(".source .token[tabindex='0']"))?.focus(),
    submit: () => (view.dialog.value = "submit"),
    help: () => (view.dialog.value = "help"),
    rename: () => view.rename?.(),
    back: () => view.back(),
  });
}

/** Fields that are no part of the sheet have the browser's own undo. @param {KeyboardEvent} event */
const inOwnField = (event) => event.target instanceof HTMLElement && event.target.matches("input, #text");

async function start() {
  const { sheet: id, project: of } = pageData();
  void openStore();
  try {
    const [sheet, project, me] = await Promise.all([get(`/sheets/${id}`), get(`/projects/${of}`), get("/me")]);
    const session = new Session({ ...sheet, project_about: project, preferences: me.preferences });
    changed.value = me.preferences?.keys ?? {};
    crumbs(project, "");
    document.title = `${sheet.segment.external_id ?? sheet.segment.position} · ${project.name} · Tertium`;
    await session.start();
    const view = new View(session, new Live(session), new Work(session));
    mount("app", html`<${Editor} view=${view} />`);
    const app = /** @type {HTMLElement} */ (document.getElementById("app"));
    new Dragging(view, app);
    addEventListener("keydown", (event) => globalKey(view, event));
    app.setAttribute("aria-busy", "false");
    performance.mark("usable");
  } catch (error) {
    mount("app", html`<p class="message error">${explain(error)}</p>`);
  }
}

void start();
