// Messages of the catalogue with some words set off, as elements.

import { h } from "preact";
import { t } from "./texts.js";

/** A message with <em>, <strong>, <code> or <kbd> in it. @param {import("./texts.js").Key} key
 * @param {import("./texts.js").Values} [values] @returns {(string|import("preact").VNode)[]} */
export function rich(key, values = {}) {
  const names = Object.keys(values);
  const marks = Object.fromEntries(names.map((name, at) => [name, name === "n" ? values.n : `\u0000${at}\u0000`]));
  const fill = (/** @type {string} */ text) => text.replace(/\0(\d+)\0/g, (_, at) => String(values[names[at]]));
  const pieces = t(key, marks).split(/<(em|strong|code|kbd|q)>(.*?)<\/\1>/);
  return pieces.flatMap((piece, index) => {
    if (index % 3 === 1) return [];
    return index % 3 === 2 ? h(pieces[index - 1], null, fill(piece)) : fill(piece);
  });
}
