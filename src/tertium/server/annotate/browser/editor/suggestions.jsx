// Other ways to say what is selected or stands in the line; each names its source, none comes in without a key.

import { get } from "../../../web/browser/api.js";
import { addLines, lineOf, selectedTokens } from "../logic/edits.js";
import { latest } from "../../../web/browser/latest.js";
import { plainText, scan } from "../logic/words.js";
import { explain } from "../state/session.js";
import { say, useEffect, useMemo, useSignal } from "../../../web/browser/ui.js";
import { copiedName } from "./lines/line_edit.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */

const SOURCES = /** @type {Record<string, string>} */ ({
  "own-sheet": t("suggestions.this_sheet"),
  "own-earlier": "yours",
  shared: "another’s",
  project: t("suggestions.of_the_project"),
  table: "table",
  wordnet: "WordNet",
  reference: "reference",
});
const VIA = /** @type {Record<string, string>} */ ({
  "own-sheet": "own",
  "own-earlier": "own",
  shared: "shared",
  project: "table",
  table: "table",
  wordnet: "wordnet",
  reference: "reference",
});

/** What suggestions are asked for: the selected words, or the plain words of the line with the caret.
 * @param {View} view */
function wanted(view) {
  const caret = view.caret.value;
  const found = caret && lineOf(view.doc, caret.alt);
  if (!found || found.card.id !== view.open?.id) return "";
  const chosen = caret.start < caret.end ? selectedTokens(found.line.text, caret.start, caret.end) : null;
  const tokens = scan(chosen ? chosen.text : found.line.text);
  return tokens.flatMap((token) => (token.kind === "word" ? [token.value] : [])).join(" ");
}

/** @param {{view: View}} props */
export function Suggestions({ view }) {
  const items = useSignal(/** @type {any[]} */ ([]));
  const asked = useMemo(latest, []);
  const text = wanted(view);
  const card = view.open;
  useEffect(() => {
    const isLatest = asked();
    if (!text || !card) {
      items.value = [];
      return undefined;
    }
    const span = card.span ? `&span=${card.span[0]}:${card.span[1]}` : "";
    const timer = setTimeout(async () => {
      try {
        const answer = await get(
          `/sheets/${view.session.about.id}/suggest?text=${encodeURIComponent(text)}${span}&card=${card.id}&limit=12`,
        );
        if (isLatest()) items.value = answer.items;
      } catch {
        if (isLatest()) items.value = []; // offline
      }
    }, 400);
    return () => clearTimeout(timer);
  }, [text, card?.id]);
  if (!card || !view.session.editable.value) return null;
  const known = new Set(card.alternatives.map((line) => line.text.trim()));
  const fresh = items.value.filter((item) => !known.has(plainText(item.text)));
  const add = async (/** @type {any} */ item) => {
    try {
      const line = item.from
        ? `[${await copiedName(view, item.from)}]`
        : item.card && item.source === "own-sheet"
          ? `[${item.card}]`
          : plainText(item.text);
      if (view.session.do(addLines(card.id, [line]).command, { via: VIA[item.source] }))
        say(t("suggestions.added", { text: item.text }));
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
  };
  return (
    <section class="panel suggestions" id="region-suggestions" tabindex={-1} aria-label={t("suggestions.suggestions")}>
      <header>
        <h2>
          {t("suggestions.suggestions")}{" "}
          {text && (
            <span class="for" dir="auto">
              {t("suggestions.for", { text })}
            </span>
          )}
        </h2>
      </header>
      {!fresh.length && (
        <p class="hint">{text ? t("suggestions.none_yet_they_come_from") : t("suggestions.put_the_caret_in_a")}</p>
      )}
      <ul class="chips">
        {fresh.map((item, index) => (
          <li key={index}>
            <button
              type="button"
              class="chip"
              dir="auto"
              onClick={() => void add(item)}
              title={t("suggestions.add_from", { text: item.text, sources: SOURCES[item.source] })}>
              + {item.text}{" "}
              <span class="detail">
                {SOURCES[item.source] ?? item.source}
                {item.score ? ` ${item.score.toFixed(2).replace(/^0/, "")}` : ""}
                {item.detail ? ` ${item.detail}` : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
