// The coloured copy of a line's text. It lies over the field while that has no focus, so words can be picked up.

import { scan } from "../../logic/words.js";

/** @typedef {import("../../logic/words.js").Token} Token */

/** The offset in the text at a point of the copy. @param {PointerEvent|MouseEvent} event @returns {number|null} */
function offsetAt(event) {
  const range = document.caretRangeFromPoint?.(event.clientX, event.clientY);
  const piece = range?.startContainer.parentElement?.closest("[data-start]");
  return range && piece ? Number(piece.getAttribute("data-start")) + range.startOffset : null;
}

/** @param {Token} token @param {Set<string>} names */
function tokenClass(token, names) {
  if (token.kind === "card") return names.has(token.value) ? "card-name" : "card-name unknown";
  return token.kind;
}

/** @param {{view: import("../../state/view.js").View, line: any, text: string, caretAt: (offset: number) => void,
 * insertAt: number|null}} props */
export function Mirror({ view, line, text, caretAt, insertAt }) {
  const names = new Set(view.doc.cards.map((card) => card.name));
  const tokens = scan(text);
  /** @type {any[]} */
  const parts = [];
  let at = 0;
  const gap = (/** @type {number} */ end, /** @type {number} */ index) => {
    const aim = insertAt === index && <span class="aim" key={`aim${index}`}></span>;
    const space = end > at && (
      <span key={`s${at}`} data-start={at} data-end={end}>
        {text.slice(at, end)}
      </span>
    );
    parts.push(space, aim);
  };
  tokens.forEach((token, index) => {
    gap(token.start, index);
    parts.push(
      <span
        key={`t${index}`}
        class={`token ${tokenClass(token, names)}`}
        data-token={index}
        data-start={token.start}
        data-end={token.end}
        data-drag={`word:${line.id}:${index}`}>
        {text.slice(token.start, token.end)}
      </span>,
    );
    at = token.end;
  });
  gap(text.length, tokens.length);
  const click = (/** @type {MouseEvent} */ event) => {
    const offset = offsetAt(event) ?? text.length;
    const token = tokens.find((t) => t.kind === "card" && t.start <= offset && offset <= t.end);
    if (token && (event.ctrlKey || event.metaKey)) view.showNamed(token.value, line.id);
    else caretAt(offset);
  };
  return (
    <div class="mirror" aria-hidden="true" dir="auto" onClick={click}>
      {parts}
      {"\u200b"}
    </div>
  );
}
