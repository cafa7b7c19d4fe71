// The bar over the editor: where one is, what is saved, undo, the count, the time, and Submit.

import { change, clock, duration, longCount } from "../logic/format.js";
import { keysOf } from "../state/keys.js";
import { t } from "../../../web/browser/texts.js";
import { may } from "../../../web/browser/permissions.js";

/** @typedef {import("../state/view.js").View} View */

/** @param {{view: View}} props */
export function Header({ view }) {
  const { about, stacks } = view.session;
  const none = (/** @type {"undo"|"redo"} */ which) => !stacks.value[which].length && !view.session.more.value[which];
  const editable = view.session.editable.value;
  return (
    <div class="sheet-bar" id="region-bar" tabindex={-1} role="region" aria-label={t("header.sheet")}>
      <nav class="place" aria-label={t("header.sentences")}>
        {about.previous ? (
          <a href={`/sheets/${about.previous}`} aria-label={t("header.previous_sheet")}>
            ‹
          </a>
        ) : (
          <span class="off" aria-hidden="true">
            ‹
          </span>
        )}
        <span class="position">
          {about.segment.external_id ?? about.segment.position}{" "}
          <span class="hint">{t("header.of", { segments: about.segments })}</span>
        </span>
        {about.next ? (
          <a href={`/sheets/${about.next}`} aria-label={t("header.next_sheet")}>
            ›
          </a>
        ) : (
          <span class="off" aria-hidden="true">
            ›
          </span>
        )}
      </nav>
      {about.own ? (
        <Saved view={view} />
      ) : (
        <span class="corner" id="owner">
          {t("header.sheet_of")} <strong dir="auto">{about.owner.name}</strong>
        </span>
      )}
      {editable && (
        <span class="undo">
          <button
            type="button"
            class="quiet"
            aria-label={t("header.undo")}
            title={t("header.undo_2", { value: keysOf("undo") })}
            aria-disabled={none("undo")}
            onClick={() => void view.session.step("undo")}>
            ↶
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={t("header.redo")}
            title={t("header.redo_2", { value: keysOf("redo") })}
            aria-disabled={none("redo")}
            onClick={() => void view.session.step("redo")}>
            ↷
          </button>
        </span>
      )}
      <Paths view={view} />
      <span class="active" title={t("header.time_at_work_on_this")}>
        {t("header.active", { active: duration(view.work.active.value) })}
      </span>
      <span class="tools">
        <button
          type="button"
          class="quiet"
          aria-pressed={view.panel.value === "railroad"}
          title={keysOf("railroad")}
          onClick={() => view.toggle("railroad")}>
          {t("header.railroad")}
        </button>
        <button
          type="button"
          class="quiet"
          aria-pressed={view.panel.value === "text"}
          title={keysOf("text")}
          onClick={() => view.toggle("text")}>
          {t("header.text")}
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={t("header.all_keys")}
          title={t("header.all_keys_2", { value: keysOf("help") })}
          onClick={() => (view.dialog.value = "help")}>
          ?
        </button>
      </span>
      {editable ? (
        <button type="button" class="primary" onClick={() => (view.dialog.value = "submit")}>
          {t("header.submit")}
        </button>
      ) : (
        <span class="badge">{view.doc.state}</span>
      )}
      {may(about, "sheet.return") && view.doc.state === "submitted" && (
        <button type="button" onClick={() => (view.dialog.value = "return")}>
          {t("header.return")}
        </button>
      )}
      {!editable && may(about, "sheet.reopen") && view.doc.state === "submitted" && (
        <button type="button" onClick={() => void view.reopen()}>
          {t("header.reopen")}
        </button>
      )}
    </div>
  );
}

/** @param {{view: View}} props */
function Saved({ view }) {
  const { state, at, pending, problem } = view.session.saving.value;
  const kept = t("header.kept_in_this_browser", { n: pending });
  const texts = /** @type {Record<string, string>} */ ({
    saved: at ? t("header.saved", { at: clock(at) }) : t("header.saved_2"),
    saving: t("header.saving"),
    offline: t("header.offline", { kept }),
    "signed-out": t("header.signed_out", { kept }),
  });
  return (
    <span class={`corner ${state}`} role="status" id="saved" title={problem?.what ?? ""}>
      <span aria-hidden="true">{state === "saved" ? "✓" : state === "saving" ? "…" : "⚠"}</span> {texts[state]}
      {!view.session.keeper.works.value && (
        <span class="badge warn" title={t("header.this_browser_keeps_nothing_a")}>
          {t("header.no_copy_in_this_browser")}
        </span>
      )}
      {state === "signed-out" && (
        <a href="/login" target="_blank" rel="noopener">
          {t("header.sign_in_in_a_new")}
        </a>
      )}
    </span>
  );
}

/** @param {{view: View}} props */
function Paths({ view }) {
  const { answer, state, before } = view.live;
  const count = answer.value?.count;
  const left = answer.value?.left_out ?? [];
  return (
    <span class="count" aria-busy={state.value === "asking"}>
      <span class="label">{t("header.paths")}</span> <output id="count">{longCount(count)}</output>
      <span class="change">
        {state.value === "offline" ? t("header.offline_2") : count ? change(before.value, count.log10) : ""}
      </span>
      {left.length > 0 && (
        <span class="badge warn" title={left.join("; ")}>
          {t("header.not_all_worked_out")}
        </span>
      )}
    </span>
  );
}
