// Submitting never greys out: it says what is open, each with a link to where it is.

import { Problem } from "../../../web/browser/api.js";
import { explain } from "../state/session.js";
import { say, useEffect, useSignal } from "../../../web/browser/ui.js";

/** @typedef {import("../state/view.js").View} View */

const STOPS = new Set(["no-root", "empty"]);

/** @param {{view: View, close: () => void}} props */
export function Submit({ view, close }) {
  const points = useSignal(/** @type {any[]|null} */ (null));
  const why = useSignal("");
  const busy = useSignal(true);
  const send = async (/** @type {string|undefined} */ reason) => {
    busy.value = true;
    why.value = "";
    try {
      await view.session.ask("submit", reason ? { reason } : {});
      say("Submitted.");
      location.assign(`/projects/${view.session.about.project}`);
    } catch (error) {
      if (error instanceof Problem && error.body.points) points.value = error.body.points;
      else why.value = explain(error);
    }
    busy.value = false;
  };
  useEffect(() => void send(undefined), []);
  const go = (/** @type {any} */ point) => {
    close();
    if (point.card) view.show(point.card, { alt: point.alt, focus: true });
    else document.getElementById(point.point === "not-covered" ? "region-texts" : "region-watches")?.focus();
  };
  const override = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("reason")).trim();
    if (reason) void send(reason);
  };
  const stopped = points.value?.some((point) => STOPS.has(point.point));
  return (
    <div>
      {busy.value && <p>Looking at the sheet …</p>}
      {why.value && <p class="bad">{why.value}</p>}
      {points.value && (
        <>
          <p>This is still open:</p>
          <ul class="points">
            {points.value.map((point, index) => (
              <li key={index} class={point.level}>
                <span aria-hidden="true">{STOPS.has(point.point) ? "✗" : "⚠"}</span>
                <button type="button" class="link" onClick={() => go(point)}>
                  {point.what}
                </button>{" "}
                <span class="hint">{point.do}</span>
              </li>
            ))}
          </ul>
          {stopped ? (
            <p>Without a sentence there is nothing to submit.</p>
          ) : (
            <form onSubmit={override}>
              <label>
                It is right as it is, because
                <input class="wide" name="reason" required maxlength={500} />
              </label>
              <div class="buttons">
                <button type="submit" class="primary" disabled={busy.value}>
                  Submit all the same
                </button>
                <button type="button" onClick={close}>
                  Go on working
                </button>
              </div>
            </form>
          )}
        </>
      )}
    </div>
  );
}
