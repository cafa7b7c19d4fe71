// Five random sentences of the network; ✗ keeps one out for good and names the choices that made it.

import { watch } from "../logic/edits.js";
import { keysOf } from "../state/keys.js";
import { say, useSignal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

/** @param {{view: View}} props */
export function Samples({ view }) {
  const samples = view.live.answer.value?.samples ?? [];
  const open = useSignal(/** @type {string|null} */ (null));
  return (
    <section class="panel" id="region-samples" tabindex={-1} aria-label={t("samples.random_sentences")}>
      <header>
        <h2>{t("samples.five_random_sentences")}</h2>
        <button type="button" class="small" onClick={() => view.live.again()} title={keysOf("samples")}>
          {t("samples.another_five")}
        </button>
      </header>
      {!samples.length && (
        <p class="hint">
          {view.doc.root ? t("samples.there_is_no_whole_sentence") : t("samples.sentences_appear_as_soon_as")}{" "}
          {!view.doc.root && view.doc.cards.length > 0 && view.session.editable.value && (
            <button type="button" class="small" onClick={() => view.newCard("S", true)}>
              {t("samples.begin_the_sentence")}
            </button>
          )}
        </p>
      )}
      <ul class="samples">
        {samples.map((/** @type {any} */ sample, /** @type {number} */ index) => {
          const isOut = view.doc.watches.some((w) => w.kind === "must_not" && w.text === sample.text);
          return (
            <li key={index}>
              {view.session.editable.value && (
                <button
                  type="button"
                  class="quiet bad"
                  disabled={isOut}
                  aria-label={t("samples.wrong", { text: sample.text })}
                  title={t("samples.wrong_keep_it_out")}
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
                {sample.text || t("samples.no_words")}
              </button>
              {(open.value === sample.text || isOut) && <Choices view={view} sample={sample} />}
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
  if (view.session.do(watch("must_not", sample.text, "sample"))) say(t("samples.kept_under_must_not_contain"));
}

/** The cards and alternatives that a sentence came from. @param {{view: View, sample: any}} props */
export function Choices({ view, sample }) {
  const cards = new Map(view.doc.cards.map((card) => [card.id, card]));
  return (
    <p class="choices">
      {t("samples.came_from")}{" "}
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
