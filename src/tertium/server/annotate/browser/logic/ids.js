// Random names that nobody else has: of cards, alternatives, edits and tabs.

const SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** @param {number} [length] @returns {string} */
export function newId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length * 2));
  let id = "";
  for (const byte of bytes) {
    if (byte < 252 && id.length < length) id += SIGNS[byte % 36]; // 252 = 7 × 36: every sign equally likely
  }
  return id.length === length ? id : newId(length);
}
