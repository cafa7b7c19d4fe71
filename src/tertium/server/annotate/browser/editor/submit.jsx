// Submitting never greys out: it says what is open, each with a link to where it is.

import { Problem } from "../../../web/browser/api.js";
import { explain } from "../state/session.js";
import { say, useEffect, useSignal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

const REGIONS = /** @type {Record<string, string>} */ ({ "not-covered": "region-texts", span: "region-source" });
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
      say(t("submit.submitted"));
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
    else document.getElementById(REGIONS[point.point] ?? "region-watches")?.focus();
  };
  const override = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("reason")).trim();
    if (reason) void send(reason);
  };
  const stopped = points.value?.some((point) => STOPS.has(point.point));
  return (
    <div>
      {busy.value && <p>{t("submit.looking_at_the_sheet")}</p>}
      {why.value && <p class="bad">{why.value}</p>}
      {points.value && (
        <>
          <p>{t("submit.this_is_still_open")}</p>
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
            <p>{t("submit.without_a_sentence_there_is")}</p>
          ) : (
            <form onSubmit={override}>
              <label>
                {t("submit.it_is_right_as_it")}
                <input class="wide" name="reason" required maxlength={500} />
              </label>
              <div class="buttons">
                <button type="submit" class="primary" disabled={busy.value}>
                  {t("submit.submit_all_the_same")}
                </button>
                <button type="button" onClick={close}>
                  {t("submit.go_on_working")}
                </button>
              </div>
            </form>
          )}
        </>
      )}
    </div>
  );
}
