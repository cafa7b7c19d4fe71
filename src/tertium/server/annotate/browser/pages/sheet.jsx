// The card editor: loads a sheet, puts its parts together, and listens to the keys that work everywhere.

import { get, pageData } from "../../../web/browser/api.js";
import { Cards } from "../editor/cards.jsx";
import { CardPanel } from "../editor/card.jsx";
import { Covered } from "../editor/covered.jsx";
import { Conflicts, Dialogs } from "../editor/dialogs.jsx";
import { Header } from "../editor/header.jsx";
import { Printed } from "../editor/printed.jsx";
import { Railroad } from "../editor/railroad.jsx";
import { Remarks } from "../editor/remarks.jsx";
import { Samples } from "../editor/samples.jsx";
import { Source } from "../editor/source.jsx";
import { Suggestions } from "../editor/suggestions.jsx";
import { Texts, Watches } from "../editor/references.jsx";
import { TextView } from "../editor/textview.jsx";
import { Guidelines } from "../../../web/browser/guidelines.jsx";
import { Dragging } from "../state/drag.js";
import { openStore } from "../../../web/browser/local_store.js";
import { act, changed } from "../state/keys.js";
import { Live } from "../state/live.js";
import { explain, Session } from "../state/session.js";
import { View } from "../state/view.js";
import { Work } from "../state/active_time.js";
import { mount, say } from "../../../web/browser/ui.js";
import { crumbs } from "../../../web/browser/page.jsx";
import { t } from "../../../web/browser/texts.js";
import { may } from "../../../web/browser/permissions.js";

const REGIONS = [
  "bar",
  "source",
  "cards",
  "card",
  "suggestions",
  "railroad",
  "text",
  "covered",
  "watches",
  "samples",
  "texts",
  "remarks",
];

/** @param {{view: View}} props */
function Editor({ view }) {
  const { message, about } = view.session;
  return (
    <>
      <Header view={view} />
      {message.value && (
        <p class={`message ${message.value.level}`}>
          {message.value.text}{" "}
          <button type="button" class="quiet" aria-label={t("sheet.dismiss")} onClick={() => (message.value = null)}>
            ×
          </button>
        </p>
      )}
      {about.note && (
        <p class="message note">
          <strong>{t("sheet.returned")}</strong> <span dir="auto">{about.note}</span>
        </p>
      )}
      <Conflicts view={view} />
      <Guidelines text={about.project_about.protocol.guidelines} />
      <Source view={view} />
      <div class="room">
        <div class="desk">
          <Cards view={view} />
          <div class="middle">
            <CardPanel view={view} />
            <Suggestions view={view} />
            {view.panel.value === "railroad" && <Railroad view={view} />}
            {view.panel.value === "text" && <TextView view={view} />}
          </div>
        </div>
        <div class="answers">
          <div>
            <Covered view={view} />
            <Watches view={view} />
          </div>
          <div>
            <Samples view={view} />
            <Texts view={view} />
            {may(about, "sheet.remark") && <Remarks view={view} />}
          </div>
        </div>
      </div>
      <Printed view={view} />
      <Dialogs view={view} />
      <Ghost view={view} />
    </>
  );
}

/** What is being dragged, beside the pointer. @param {{view: View}} props */
function Ghost({ view }) {
  const drag = view.drag.value;
  if (!drag || drag.keys) return null;
  return (
    <div class="ghost" aria-hidden="true" style={{ transform: `translate(${drag.x + 12}px, ${drag.y + 8}px)` }}>
      {drag.name}
    </div>
  );
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
    const session = new Session({
      ...sheet,
      project_about: project,
      preferences: me.preferences,
      own: me.id === sheet.owner.id,
    });
    changed.value = me.preferences?.keys ?? {};
    crumbs(project, "");
    document.title = `${sheet.segment.external_id ?? sheet.segment.position} · ${project.name} · Tertium`;
    await session.start();
    const view = new View(session, new Live(session), new Work(session));
    mount("app", <Editor view={view} />);
    const app = /** @type {HTMLElement} */ (document.getElementById("app"));
    new Dragging(view, app);
    addEventListener("keydown", (event) => globalKey(view, event));
    app.setAttribute("aria-busy", "false");
    performance.mark("usable");
  } catch (error) {
    mount("app", <p class="message error">{explain(error)}</p>);
  }
}

void start();
