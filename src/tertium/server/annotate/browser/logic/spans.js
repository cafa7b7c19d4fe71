// Which words of the source a card stands for.

import { scan } from "./words.js";

/**
 * @typedef {import("./reducer.js").Doc} Doc
 * @typedef {import("./reducer.js").Card} Card
 * @typedef {{card: Card, lane: number}} Laned
 */

/** Which source tokens some card stands for. The sentence itself does not count. @param {Doc} doc @param {number} size
 * @returns {boolean[]} */
export function covered(doc, size) {
  const marks = new Array(size).fill(false);
  for (const card of doc.cards) {
    if (card.span && card.id !== doc.root) marks.fill(true, card.span[0], Math.min(card.span[1], size));
  }
  return marks;
}

/** Which source tokens a card in a line of another probably stands for: within the words of that card, between those of
 * its neighbours in the line, and no words that another card in there has already. What is proposed is a start, which a
 * click on the words corrects.
 * @param {Doc} doc @param {number} size @param {{card: string, text: string, from: number, to: number}} place the card
 * and the text of the line, and which tokens of it become a card or are one @returns {[number, number]|null} */
export function proposedSpan(doc, size, { card, text, from, to }) {
  const outer = doc.cards.find(({ id }) => id === card)?.span;
  const bounds = outer && card !== doc.root ? outer : /** @type {[number, number]} */ ([0, size]);
  const inside = (/** @type {[number, number]} */ [start, stop]) => bounds[0] <= start && stop <= bounds[1];
  const spans = scan(text).map(
    ({ kind, value }) => (kind === "card" && doc.cards.find(({ name }) => name === value)?.span) || null,
  );
  const before = spans.slice(0, from).findLastIndex((span) => span && inside(span));
  const after = spans.findIndex((span, at) => at >= to && span && inside(span));
  let [start, stop] = bounds;
  let [first, last] = [0, spans.length];
  const [left, right] = [spans[before]?.[1] ?? start, spans[after]?.[0] ?? stop];
  if (left < right) {
    [start, stop] = [left, right];
    [first, last] = [before + 1, after < 0 ? last : after];
  } // otherwise the words stand in another order than in the source
  const share = (stop - start) / Math.max(1, last - first);
  const low = start + Math.round((from - first) * share);
  const high = Math.min(stop, Math.max(low + 1, start + Math.round((to - first) * share)));
  const marks = new Array(size).fill(false);
  for (const { id, span } of doc.cards) {
    const holds = span && span[0] <= bounds[0] && bounds[1] <= span[1];
    if (span && id !== doc.root && !holds) marks.fill(true, span[0], Math.min(span[1], size));
  }
  const free = (/** @type {number} */ at) => at < stop && !marks[at];
  let begin = low;
  while (begin < high && !free(begin)) begin += 1;
  let end = begin;
  while (end < high && free(end)) end += 1;
  return begin < end ? [begin, end] : null;
}

/** Words for all cards that have none, from the sentence down: those of a card with the same lines, otherwise those
 * that its place in the first line that uses it speaks for. Equal networks get equal spans. @param {Doc} doc
 * @param {number} size @returns {import("./reducer.js").Command|null} null: nothing can be proposed */
export function proposedSpans(doc, size) {
  let after = doc;
  const commands = /** @type {import("./reducer.js").Command[]} */ ([]);
  const give = (/** @type {Card} */ card, /** @type {[number, number]|null} */ span) => {
    if (!span) return;
    commands.push({ do: "card.span", card: card.id, span });
    after = { ...after, cards: after.cards.map((one) => (one.id === card.id ? { ...one, span } : one)) };
  };
  const content = (/** @type {Card} */ card) => JSON.stringify(card.alternatives.map((line) => line.text).sort());
  const seen = new Set([doc.root]);
  const waiting = doc.cards.filter((card) => card.id === doc.root);
  for (let card = waiting.shift(); card; card = waiting.shift()) {
    for (const { text } of card.alternatives) {
      scan(text).forEach(({ kind, value }, from) => {
        const inner = kind === "card" && after.cards.find(({ name }) => name === value);
        if (!inner || seen.has(inner.id)) return;
        seen.add(inner.id);
        const same = after.cards.find((one) => one.span && one.id !== doc.root && content(one) === content(inner));
        if (!inner.span)
          give(inner, same?.span ?? proposedSpan(after, size, { card: card.id, text, from, to: from + 1 }));
        waiting.push(inner);
      });
    }
  }
  if (!commands.length) return null;
  return commands.length === 1 ? commands[0] : { do: "batch", commands };
}

/** Spans in lanes, so that no two in one lane overlap; the longest and first at the top. @param {Card[]} cards
 * @returns {Laned[]} */
export function lanes(cards) {
  const withSpan = cards.filter((card) => card.span);
  const length = (/** @type {Card} */ card) => (card.span ? card.span[1] - card.span[0] : 0);
  withSpan.sort((a, b) => length(b) - length(a) || (a.span?.[0] ?? 0) - (b.span?.[0] ?? 0));
  /** @type {Card[][]} */
  const rows = [];
  return withSpan.map((card) => {
    let lane = rows.findIndex((row) => row.every((other) => !overlap(card, other)));
    if (lane < 0) lane = rows.push([]) - 1;
    rows[lane].push(card);
    return { card, lane };
  });
}

/** @param {Card} left @param {Card} right */
function overlap({ span: left }, { span: right }) {
  return !!left && !!right && left[0] < right[1] && right[0] < left[1];
}

/** The span after a click on a token: Shift extends, a click on the only marked token clears.
 * @param {[number, number]|null} span @param {number} token @param {boolean} extend @returns {[number, number]|null} */
export function clicked(span, token, extend) {
  if (extend && span) return [Math.min(span[0], token), Math.max(span[1], token + 1)];
  return span && span[0] === token && span[1] === token + 1 ? null : [token, token + 1];
}
