// Five random sentences of the network; ✗ keeps one out for good and names the choices that made it.

import { watch } from "../logic/edits.js";
import { keysOf } from "../state/keys.js";
import { say, useSignal } from "../../../web/browser/ui.js";

/** @typedef {import("../state/view.js").View} View */

/** @param {{view: View}} props */
export function Samples({ view }) {
  const samples = view.live.answer.value?.samples ?? [];
  const open = useSignal(/** @type {string|null} */ (null));
  return (
    <section class="panel" id="region-samples" tabindex={-1} aria-label="Random sentences">
      <header>
        <h2>Five random sentences</h2>
        <button type="button" class="small" onClick={() => view.live.again()} title={keysOf("samples")}>
          another five
        </button>
      </header>
      {!samples.length && (
        <p class="hint">
          {view.doc.root ? "There is no whole sentence yet." : "Sentences appear as soon as a card is the sentence."}
        </p>
      )}
      <ul class="samples">
        {samples.map((/** @type {any} */ sample, /** @type {number} */ index) => {
          const kept = view.doc.watches.some((w) => w.kind === "must_not" && w.text === sample.text);
          return (
            <li key={index}>
              {view.session.editable.value && (
                <button
                  type="button"
                  class="quiet bad"
                  disabled={kept}
                  aria-label={`Wrong: ${sample.text}`}
                  title="Wrong: keep it out"
                  onClick={() => reject(view, sample, open)}>
                  ✗
                </button>
              )}
              <button
                type="button"
                class="sentence"
                dir="auto"
                lang={view.session.about.project_about.target_lang}
                aria-expanded={open.value === sample.text}
                onClick={() => (open.value = open.value === sample.text ? null : sample.text)}>
                {sample.text || "(no words)"}
              </button>
              {(open.value === sample.text || kept) && <Choices view={view} sample={sample} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** @param {View} view @param {any} sample @param {{value: string|null}} open */
function reject(view, sample, open) {
  open.value = sample.text;
  if (view.session.do(watch("must_not", sample.text, "sample")))
    say("Kept under “must not contain”. The choices that made it are listed below it.");
}

/** The cards and alternatives that a sentence came from. @param {{view: View, sample: any}} props */
export function Choices({ view, sample }) {
  const cards = new Map(view.doc.cards.map((card) => [card.id, card]));
  return (
    <p class="choices">
      came from{" "}
      {sample.choices.map((/** @type {any} */ choice, /** @type {number} */ index) => {
        const card = cards.get(choice.card);
        const number = card ? card.alternatives.findIndex((line) => line.id === choice.alt) + 1 : 0;
        if (!card || !number) return "";
        return (
          <button
            type="button"
            key={index}
            class="link"
            onClick={() => view.show(card.id, { alt: choice.alt, focus: true })}>
            {card.name} {number}
          </button>
        );
      })}
    </p>
  );
}
