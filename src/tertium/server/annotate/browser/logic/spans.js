// Which words of the source a card stands for.

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

/** The first run of source tokens that no card stands for yet. @param {Doc} doc @param {number} size
 * @param {number} [length] how many tokens the new card probably has @returns {[number, number]|null} */
export function freeSpan(doc, size, length = 1) {
  const marks = covered(doc, size);
  const start = marks.indexOf(false);
  if (start < 0) return null;
  let end = start + 1;
  while (end < size && !marks[end] && end - start < length) end += 1;
  return [start, end];
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
