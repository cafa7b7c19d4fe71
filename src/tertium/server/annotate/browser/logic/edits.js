// What people mean, as commands. Mouse, touch, keys and menus all call these; nothing else makes commands.

import { newId } from "./ids.js";
import { cardText, plainText, proposedName, references, scan, wordText } from "./words.js";

/**
 * @typedef {import("./reducer.js").Doc} Doc
 * @typedef {import("./reducer.js").Card} Card
 * @typedef {import("./reducer.js").Alternative} Alternative
 * @typedef {import("./reducer.js").Command} Command
 */

/** Several commands as one step that is undone at once. @param {Command[]} commands @returns {Command} */
export const together = (commands) => (commands.length === 1 ? commands[0] : { do: "batch", commands });

/** @param {Doc} doc @param {string|null} id @returns {Card|undefined} */
export const cardOf = (doc, id) => doc.cards.find((card) => card.id === id);

/** @param {Doc} doc @param {string} name @returns {Card|undefined} */
export const cardNamed = (doc, name) => doc.cards.find((card) => card.name === name);

/** The card that an alternative stands in, and where. @param {Doc} doc @param {string} alt
 * @returns {{card: Card, at: number, line: Alternative}|null} */
export function lineOf(doc, alt) {
  for (const card of doc.cards) {
    const at = card.alternatives.findIndex((line) => line.id === alt);
    if (at >= 0) return { card, at, line: card.alternatives[at] };
  }
  return null;
}

/** The alternatives that use a card. @param {Doc} doc @param {string} name */
export const usesOf = (doc, name) =>
  doc.cards.flatMap((card) =>
    card.alternatives.filter((line) => references(line.text).includes(name)).map((line) => ({ card, line })),
  );

/** A new card; the first one of a sheet is its sentence, unless `root` says otherwise. @param {Doc} doc
 * @param {{name?: string, texts?: string[], span?: [number, number]|null, at?: number, root?: boolean}} [about]
 * @returns {{command: Command, card: string, name: string, alts: string[]}} */
export function addCard(doc, { name, texts = [""], span = null, at, root } = {}) {
  const card = newId();
  const alternatives = texts.map((text) => ({ id: newId(), text, cost: 0 }));
  const title =
    name ??
    (doc.cards.length
      ? proposedName(
          texts[0] ?? "",
          doc.cards.map((c) => c.name),
        )
      : "S");
  /** @type {Command} */
  const add = { do: "card.add", card, name: title, span, ...(at === undefined ? {} : { at }), alternatives };
  const isRoot = doc.root === null && (root ?? !doc.cards.length);
  const command = isRoot ? together([add, { do: "root.set", card }]) : add;
  return { command, card, name: title, alts: alternatives.map((line) => line.id) };
}

/** New lines in a card. @param {string} card @param {string[]} texts @param {number} [at]
 * @returns {{command: Command, alts: string[]}} */
export function addLines(card, texts, at) {
  const alts = texts.map(() => newId());
  const commands = texts.map((text, index) => ({
    do: "alt.add",
    card,
    alt: alts[index],
    text,
    cost: 0,
    ...(at === undefined ? {} : { at: at + index }),
  }));
  return { command: together(commands), alts };
}

/** A pasted text as lines of alternatives; a text between bars is several. @param {string} text @returns {string[]} */
export function pastedLines(text) {
  return text
    .normalize("NFC")
    .split(/[\r\n\u2028\u2029]+/u)
    .flatMap((line) => line.replace(/[\p{Cc}\ufeff]/gu, " ").split(/(?<!\\)\|/u))
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Where a piece of a text stands in what has become of the text: as far from the start, or else from the end, as it
 * was; -1 if it no longer does. @param {string} text @param {number} start @param {string} piece @param {string} now */
export function standing(text, start, piece, now) {
  const places = [start, now.length - (text.length - start)];
  return places.find((at) => at >= 0 && now.startsWith(piece, at)) ?? -1;
}

/** Puts words in the place of pasted pieces, where those still stand. @param {Doc} doc
 * @param {{alt: string, text: string, start: number, piece: string}[]} pasted each with its line as it was then
 * @param {string[]} words @returns {Command[]} */
export function partPasted(doc, pasted, words) {
  return pasted.flatMap(({ alt, text, start, piece }, index) => {
    const now = lineOf(doc, alt)?.line.text ?? "";
    const at = standing(text, start, piece, now);
    if (at < 0 || words[index] === piece) return [];
    return [{ do: "alt.set", alt, text: now.slice(0, at) + words[index] + now.slice(at + piece.length) }];
  });
}

/** A text with something put between its tokens. @param {string} text @param {number} index before which token
 * @param {string} piece */
export function withPiece(text, index, piece) {
  const parts = pieces(text);
  return [...parts.slice(0, index), piece, ...parts.slice(index)].join(" ");
}

/** The tokens of a text as they are written. @param {string} text @returns {string[]} */
export const pieces = (text) => scan(text).map((token) => text.slice(token.start, token.end));

/** Inserts a reference to a card between the tokens of a line. @param {Doc} doc @param {string} alt
 * @param {number} index @param {string} name @returns {Command} */
export function insertCard(doc, alt, index, name) {
  const found = lineOf(doc, alt);
  return { do: "alt.set", alt, text: withPiece(found?.line.text ?? "", index, cardText(name)) };
}

/** Moves a token of one line between the tokens of a line, which may be the same. @param {Doc} doc
 * @param {string} from @param {number} index @param {string} to @param {number} before @returns {Command} */
export function moveToken(doc, from, index, to, before) {
  const source = pieces(lineOf(doc, from)?.line.text ?? "");
  const [piece] = source.splice(index, 1);
  if (from === to) {
    source.splice(before > index ? before - 1 : before, 0, piece);
    return { do: "alt.set", alt: from, text: source.join(" ") };
  }
  const target = pieces(lineOf(doc, to)?.line.text ?? "");
  target.splice(before, 0, piece);
  return together([
    { do: "alt.set", alt: from, text: source.join(" ") },
    { do: "alt.set", alt: to, text: target.join(" ") },
  ]);
}

/** The tokens that a selection of characters touches. @param {string} text @param {number} start @param {number} end
 * @returns {{from: number, to: number, start: number, end: number, text: string}|null} */
export function selectedTokens(text, start, end) {
  const tokens = scan(text);
  const indices = tokens.flatMap((token, index) =>
    token.end > start && (token.start < end || (start === end && token.start <= start)) ? [index] : [],
  );
  if (!indices.length) return null;
  const [from, to] = [indices[0], indices[indices.length - 1] + 1];
  const range = { start: tokens[from].start, end: tokens[to - 1].end };
  return { from, to, ...range, text: text.slice(range.start, range.end) };
}

/** Where the same run of tokens stands elsewhere. @param {Doc} doc @param {string} text
 * @param {string} [except] an alternative
 * @returns {{alt: string, text: string}[]} the alternatives, replaced by `put` */
export function samePlaces(doc, text, except) {
  const run = pieces(text);
  return doc.cards.flatMap((card) =>
    card.alternatives.flatMap((line) =>
      line.id !== except && indexOfRun(pieces(line.text), run) >= 0 ? [{ alt: line.id, text: line.text }] : [],
    ),
  );
}

/** @param {string[]} items @param {string[]} run */
function indexOfRun(items, run) {
  for (let at = 0; at + run.length <= items.length; at += 1) {
    if (run.every((piece, index) => items[at + index] === piece)) return at;
  }
  return -1;
}

/** @param {string} text @param {string} run @param {string} piece */
export function replacedRun(text, run, piece) {
  let parts = pieces(text);
  const old = pieces(run);
  for (let at = indexOfRun(parts, old); at >= 0; at = indexOfRun(parts, old)) {
    parts = [...parts.slice(0, at), piece, ...parts.slice(at + old.length)];
    if (old.length === 1 && old[0] === piece) break;
  }
  return parts.join(" ");
}

/** Makes a card of tokens in a line. @param {Doc} doc @param {string} alt @param {number} start @param {number} end
 * @param {{span?: [number, number]|null, everywhere?: boolean}} [about]
 * @returns {{command: Command, card: string, name: string}|null} */
export function cardFromSelection(doc, alt, start, end, { span = null, everywhere = false } = {}) {
  const found = lineOf(doc, alt);
  const selected = found && selectedTokens(found.line.text, start, end);
  if (!found || !selected) return null;
  const inner = addCard(doc, { texts: [selected.text], span, at: undefined });
  const { text } = found.line;
  const piece = cardText(inner.name);
  const commands = [
    ...(inner.command.do === "batch" ? inner.command.commands : [inner.command]),
    { do: "alt.set", alt, text: text.slice(0, selected.start) + piece + text.slice(selected.end) },
  ];
  if (everywhere) {
    for (const place of samePlaces(doc, selected.text, alt)) {
      commands.push({ do: "alt.set", alt: place.alt, text: replacedRun(place.text, selected.text, piece) });
    }
  }
  return { command: together(commands), card: inner.card, name: inner.name };
}

/** Makes the card that a line names but nobody has defined. @param {Doc} doc @param {string} name */
export const defineCard = (doc, name) =>
  addCard(doc, { name, texts: [plainText(name.toLowerCase().replaceAll("-", " "))] });

/** Parts a card in two; the chosen alternatives and uses go to the new one. @param {Doc} doc @param {string} card
 * @param {string[]} alternatives @param {string[]} uses @param {string} [name]
 * @returns {{command: Command, card: string}} */
export function splitCard(doc, card, alternatives, uses, name) {
  const first = lineOf(doc, alternatives[0])?.line.text ?? "";
  const fresh = newId();
  const title =
    name ??
    proposedName(
      first,
      doc.cards.map((c) => c.name),
    );
  return { command: { do: "card.split", card, new: fresh, name: title, alternatives, uses }, card: fresh };
}

/** A sentence that someone typed, as a watched text. @param {"must"|"must_not"} kind @param {string} text
 * @param {string} [origin] @returns {Command} */
export const watch = (kind, text, origin = "typed") => ({ do: "watch.add", kind, text: text.trim(), origin });

/** A new alternative of a card, from words that stand somewhere else. @param {string} card @param {string[]} words */
export const addWords = (card, words) => addLines(card, [words.map(wordText).join(" ")]);
