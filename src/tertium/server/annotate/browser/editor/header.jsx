// The bar over the editor: where one is, what is saved, undo, the count, the time, and Submit.

import { change, clock, duration, longCount, plural } from "../logic/format.js";
import { keysOf } from "../state/keys.js";

/** @typedef {import("../state/view.js").View} View */

/** @param {{view: View}} props */
export function Header({ view }) {
  const { about, stacks } = view.session;
  const none = (/** @type {"undo"|"redo"} */ which) => !stacks.value[which].length && !view.session.more.value[which];
  const editable = view.session.editable.value;
  return (
    <div class="sheet-bar" id="region-bar" tabindex={-1} role="region" aria-label="Sheet">
      <nav class="place" aria-label="Sentences">
        {about.previous ? (
          <a href={`/sheets/${about.previous}`} aria-label="Previous sheet">
            ‹
          </a>
        ) : (
          <span class="off" aria-hidden="true">
            ‹
          </span>
        )}
        <span class="position">
          {about.segment.external_id ?? about.segment.position} <span class="hint">of {about.segments}</span>
        </span>
        {about.next ? (
          <a href={`/sheets/${about.next}`} aria-label="Next sheet">
            ›
          </a>
        ) : (
          <span class="off" aria-hidden="true">
            ›
          </span>
        )}
      </nav>
      <Saved view={view} />
      {editable && (
        <span class="undo">
          <button
            type="button"
            class="quiet"
            aria-label="Undo"
            title={`Undo (${keysOf("undo")})`}
            aria-disabled={none("undo")}
            onClick={() => void view.session.step("undo")}>
            ↶
          </button>
          <button
            type="button"
            class="quiet"
            aria-label="Redo"
            title={`Redo (${keysOf("redo")})`}
            aria-disabled={none("redo")}
            onClick={() => void view.session.step("redo")}>
            ↷
          </button>
        </span>
      )}
      <Paths view={view} />
      <span class="active" title="Time at work on this sheet: pauses over a minute do not count">
        active {duration(view.work.active.value)}
      </span>
      <span class="tools">
        <button
          type="button"
          class="quiet"
          aria-pressed={view.panel.value === "railroad"}
          title={keysOf("railroad")}
          onClick={() => view.toggle("railroad")}>
          Railroad
        </button>
        <button
          type="button"
          class="quiet"
          aria-pressed={view.panel.value === "text"}
          title={keysOf("text")}
          onClick={() => view.toggle("text")}>
          Text
        </button>
        <button
          type="button"
          class="quiet"
          aria-label="All keys"
          title={`All keys (${keysOf("help")})`}
          onClick={() => (view.dialog.value = "help")}>
          ?
        </button>
      </span>
      {editable ? (
        <button type="button" class="primary" onClick={() => (view.dialog.value = "submit")}>
          Submit…
        </button>
      ) : (
        <span class="badge">{view.doc.state}</span>
      )}
      {about.may.includes("return") && view.doc.state === "submitted" && (
        <button type="button" onClick={() => (view.dialog.value = "return")}>
          Return…
        </button>
      )}
      {!editable && about.may.includes("reopen") && view.doc.state === "submitted" && (
        <button type="button" onClick={() => void view.reopen()}>
          Reopen
        </button>
      )}
    </div>
  );
}

/** @param {{view: View}} props */
function Saved({ view }) {
  const { state, at, pending, problem } = view.session.saving.value;
  const kept = `${plural(pending, "edit")} kept in this browser`;
  const texts = /** @type {Record<string, string>} */ ({
    saved: at ? `Saved ${clock(at)}` : "Saved",
    saving: "Saving…",
    offline: `Offline: ${kept}`,
    "signed-out": `Signed out: ${kept}`,
  });
  return (
    <span class={`corner ${state}`} role="status" id="saved" title={problem?.what ?? ""}>
      <span aria-hidden="true">{state === "saved" ? "✓" : state === "saving" ? "…" : "⚠"}</span> {texts[state]}
      {!view.session.keeper.works.value && (
        <span
          class="badge warn"
          title="This browser keeps nothing (a private window, or a full disk). Leave the tab open until all is saved.">
          ⚠ no copy in this browser
        </span>
      )}
      {state === "signed-out" && (
        <a href="/login" target="_blank" rel="noopener">
          Sign in in a new tab
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
      <span class="label">paths</span> <output id="count">{longCount(count)}</output>
      <span class="change">
        {state.value === "offline" ? "(offline)" : count ? change(before.value, count.log10) : ""}
      </span>
      {left.length > 0 && (
        <span class="badge warn" title={left.join("; ")}>
          ⚠ not all worked out
        </span>
      )}
    </span>
  );
}
