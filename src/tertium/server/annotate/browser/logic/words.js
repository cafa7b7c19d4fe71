// The grammar of `.net` for one alternative: words, [CARD] and "". The same scanner as annotate/rules/sheet/words.py.
// Places are counted in UTF-16 units, as text fields count them.

import { t } from "../../../web/browser/texts.js";

const SPACE = /[ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const FORBIDDEN = /[\p{Cc}\u2028\u2029\ufeff]/u;

/**
 * @typedef {"open-card"|"open-quote"|"quoted-space"|"cost"|"comment"|"bar"|"bracket"|"backslash"} BadCode
 * @typedef {{kind: "word"|"card"|"nothing", value: string, start: number, end: number}} GoodToken
 * @typedef {{kind: "bad", value: BadCode, start: number, end: number}} BadToken
 * @typedef {GoodToken|BadToken} Token
 */

/** What each sort of bad token means, and what to do. @type {Record<BadCode, string>} */
export const BAD = {
  "open-card": t("words.this_card_s_name_has"),
  "open-quote": t("words.this_quotation_has_no_end"),
  "quoted-space": t("words.there_is_a_space_between"),
  cost: t("words.a_cost_stands_behind_all"),
  comment: t("words.a_at_the_start_of"),
  bar: t("words.a_begins_another_alternative_press"),
  bracket: t("words.there_is_a_without_a"),
  backslash: t("words.the_text_ends_with_a"),
};

/** @param {string} sign */
export const isSpace = (sign) => SPACE.test(sign);

/** Whether a text has signs that no alternative may have. @param {string} text */
export const isForbidden = (text) => FORBIDDEN.test(text) || !text.isWellFormed();

/** The words of a plain text, signs of the grammar escaped. @param {string} text @returns {string[]} */
export const plainWords = (text) => text.split(/\s+/u).filter(Boolean);

/** Reads one alternative. @param {string} text @returns {Token[]} */
export function scan(text) {
  /** @type {Token[]} */
  const tokens = [];
  for (let at = 0; at < text.length;) {
    const sign = text[at];
    if (isSpace(sign)) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, sign);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** @param {BadCode} value @param {number} start @param {number} end @returns {BadToken} */
const bad = (value, start, end) => ({ kind: "bad", value, start, end });

/** @param {string} text @param {number} start @param {string} sign @returns {Token} */
function tokenAt(text, start, sign) {
  if (sign === "|") return bad("bar", start, start + 1);
  if (sign === "]") return bad("bracket", start, start + 1);
  if (sign === "#") return bad("comment", start, text.length);
  if (sign === "{") return bad("cost", start, spaceAfter(text, start));
  if (sign === "[") {
    const name = until(text, start, "]");
    if (!name) return bad("open-card", start, text.length);
    return { kind: "card", value: name.value, start, end: name.end };
  }
  if (sign === '"') {
    const quote = until(text, start, '"');
    if (!quote) return bad("open-quote", start, text.length);
    if (SPACE.test(quote.value)) return bad("quoted-space", start, quote.end);
    return { kind: quote.value ? "word" : "nothing", value: quote.value, start, end: quote.end };
  }
  if (sign === "\\" && start + 1 === text.length) return bad("backslash", start, text.length);
  const end = wordEnd(text, start);
  return { kind: "word", value: unescaped(text.slice(start, end)), start, end };
}

/** @param {string} text @param {number} start */
function spaceAfter(text, start) {
  let at = start;
  while (at < text.length && !isSpace(text[at])) at += 1;
  return at;
}

/** Where the word that begins here ends; a backslash that ends the text is no part of it.
 * @param {string} text @param {number} start */
function wordEnd(text, start) {
  let at = start;
  while (at < text.length && !isSpace(text[at]) && !"[|]".includes(text[at])) {
    if (text[at] === "\\" && at + 1 === text.length) break;
    at += text[at] === "\\" ? 2 : 1;
  }
  return at;
}

/** @param {string} text */
const unescaped = (text) => text.replace(/\\([^])/g, "$1");

/** A line whose last token is a cost, such as `a premier {0.5}`: its words and the cost. @param {string} text
 * @returns {{text: string, cost: number}|null} */
export function typedCost(text) {
  const last = scan(text).at(-1);
  if (last?.kind !== "bad" || last.value !== "cost") return null;
  const digits = /^\{(\d+(?:\.\d+)?)\}$/.exec(text.slice(last.start, last.end));
  return digits && { text: text.slice(0, last.start).trimEnd(), cost: Number(digits[1]) };
}

/** What stands up to a closing sign; a backslash takes the next sign as it is.
 * @param {string} text @param {number} start @param {string} closing @returns {{value: string, end: number}|null} */
function until(text, start, closing) {
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === closing) return { value, end: at + 1 };
    if (text[at] === "\\") {
      at += 1;
      if (at === text.length) return null;
    }
    value += text[at];
  }
  return null;
}

/** Whether a card may not have this name. @param {string} name */
export function isBadName(name) {
  if (!name || [...name].length > 200 || isSpace(name[0]) || isSpace(name[name.length - 1])) return true;
  return /\p{C}|(?! )\p{Z}/u.test(name);
}

/** A card as it stands in an alternative. @param {string} name */
export const cardText = (name) => `[${name.replace(/[\\\]]/g, "\\$&")}]`;

/** A word with a backslash before each sign that would mean something. @param {string} value */
export const wordText = (value) => value.replace(/[[\]|\\]|^["#@{]/g, "\\$&");

/** A plain text as an alternative. @param {string} text */
export const plainText = (text) => plainWords(text).map(wordText).join(" ");

/** The names of the cards that a text uses, in order. @param {string} text @returns {string[]} */
export const references = (text) =>
  text.includes("[") ? scan(text).flatMap((token) => (token.kind === "card" ? [token.value] : [])) : [];

/** The text with one card's name changed in it. @param {string} text @param {string} old @param {string} name */
export function rewrite(text, old, name) {
  let result = text;
  for (const token of scan(text).reverse()) {
    if (token.kind === "card" && token.value === old) {
      result = result.slice(0, token.start) + cardText(name) + result.slice(token.end);
    }
  }
  return result;
}

/** The card name that is being typed before the caret, for completion. @param {string} text @param {number} caret
 * @returns {{start: number, prefix: string}|null} */
export function openCard(text, caret) {
  const last = scan(text.slice(0, caret)).at(-1);
  return last?.kind === "bad" && last.value === "open-card"
    ? { start: last.start, prefix: text.slice(last.start + 1, caret) }
    : null;
}

/** Name of a new card: its first words in capitals, joined by hyphens, unlike the names that exist.
 * @param {string} text @param {Iterable<string>} taken */
export function proposedName(text, taken) {
  const parts = scan(text).flatMap((token) => (token.kind === "word" || token.kind === "card" ? [token.value] : []));
  const letters =
    parts
      .join(" ")
      .toUpperCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const base = [...letters.slice(0, 4).join("-")].slice(0, 40).join("") || "CARD";
  const names = new Set(taken);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!names.has(name)) return name;
  }
}
