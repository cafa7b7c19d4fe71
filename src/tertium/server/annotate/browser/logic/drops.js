// What dropping something somewhere means. Pointer and keys both end here.

import { addLines, cardOf, insertCard, lineOf, moveToken, pieces, together } from "./edits.js";
import { cardText, references } from "./words.js";
import { t } from "../../../web/browser/texts.js";

/**
 * @typedef {import("./reducer.js").Doc} Doc
 * @typedef {import("./reducer.js").Command} Command
 * @typedef {{kind: "alt", alt: string}|{kind: "card", card: string}|{kind: "word", alt: string, index: number}} Dragged
 * @typedef {{kind: "line", alt: string, index: number, after: boolean}|{kind: "card", card: string}|{kind: "new",
 * card: string}} Place
 */

/** What the dragged thing is called. @param {Doc} doc @param {Dragged} dragged */
export function draggedName(doc, dragged) {
  if (dragged.kind === "card") return cardText(cardOf(doc, dragged.card)?.name ?? "");
  const text = lineOf(doc, dragged.alt)?.line.text ?? "";
  return dragged.kind === "alt" ? text || t("drops.empty_line") : (pieces(text)[dragged.index] ?? "");
}

/** What a place is called, for the live region. @param {Doc} doc @param {Dragged} dragged @param {Place} place */
export function placeName(doc, dragged, place) {
  if (place.kind === "card") return t("drops.card", { name: cardOf(doc, place.card)?.name });
  if (place.kind === "new") return t("drops.a_new_alternative_of", { name: cardOf(doc, place.card)?.name });
  const found = lineOf(doc, place.alt);
  if (!found) return "";
  if (dragged.kind === "alt")
    return t("drops.line_of", {
      after: place.after ? t("drops.below") : t("drops.above"),
      at: found.at + 1,
      name: found.card.name,
    });
  const parts = pieces(found.line.text);
  const where = place.index < parts.length ? t("drops.before", { parts: parts[place.index] }) : t("drops.at_the_end");
  return t("drops.line_of_2", { at: found.at + 1, name: found.card.name, where });
}

/** The command of a drop; null when it would change nothing. @param {Doc} doc @param {Dragged} dragged
 * @param {Place} place @returns {Command|null} */
export function dropCommand(doc, dragged, place) {
  if (dragged.kind === "alt") return dropLine(doc, dragged.alt, place);
  if (dragged.kind === "card") return dropCard(doc, dragged.card, place);
  return dropWord(doc, dragged, place);
}

/** @param {Doc} doc @param {string} alt @param {Place} place @returns {Command|null} */
function dropLine(doc, alt, place) {
  const from = lineOf(doc, alt);
  if (!from) return null;
  if (place.kind !== "line") {
    const target = cardOf(doc, place.card);
    if (!target || target.id === from.card.id) return null;
    return { do: "alt.move", alt, card: target.id, at: target.alternatives.length };
  }
  const to = lineOf(doc, place.alt);
  if (!to || to.line.id === alt) return null;
  const index = to.at + (place.after ? 1 : 0);
  const at = to.card.id === from.card.id && from.at < index ? index - 1 : index;
  if (to.card.id === from.card.id && at === from.at) return null;
  return { do: "alt.move", alt, card: to.card.id, at };
}

/** @param {Doc} doc @param {string} card @param {Place} place @returns {Command|null} */
function dropCard(doc, card, place) {
  const dragged = cardOf(doc, card);
  if (!dragged) return null;
  if (place.kind === "line") return insertCard(doc, place.alt, place.index, dragged.name);
  if (place.card === card) return null;
  return addLines(place.card, [cardText(dragged.name)]).command;
}

/** A word that goes into a card leaves a reference to the card behind. @param {Doc} doc
 * @param {{alt: string, index: number}} word @param {Place} place @returns {Command|null} */
function dropWord(doc, { alt, index }, place) {
  const from = lineOf(doc, alt);
  if (!from) return null;
  if (place.kind === "line") {
    const still = place.alt === alt && (place.index === index || place.index === index + 1);
    return still ? null : moveToken(doc, alt, index, place.alt, place.index);
  }
  const parts = pieces(from.line.text);
  const piece = parts[index];
  if (place.kind === "new") return addLines(place.card, [piece]).command;
  const target = cardOf(doc, place.card);
  if (!target || target.id === from.card.id || references(piece).includes(target.name)) return null;
  parts[index] = cardText(target.name);
  const isThere = target.alternatives.some((line) => line.text.trim() === piece);
  const commands = [{ do: "alt.set", alt, text: parts.join(" ") }];
  return together(isThere ? commands : [addLines(target.id, [piece]).command, ...commands]);
}
