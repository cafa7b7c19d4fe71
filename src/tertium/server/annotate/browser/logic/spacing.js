// Spaces between words where people do not write them: Chinese and Japanese signs are words of their own.

const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]/u;
const BETWEEN_SIGNS = new Set(["zh", "ja-mecab", "char", "ja", "zh-char"]);

/** Whether a project's tokeniser takes signs apart. @param {string} tokenizer */
export const takesApart = (tokenizer) => BETWEEN_SIGNS.has(tokenizer);

/** The text with spaces around each Chinese or Japanese sign; card names stay whole. @param {string} text
 * @param {string} tokenizer */
export function spaced(text, tokenizer) {
  if (!takesApart(tokenizer)) return text;
  let depth = 0;
  let result = "";
  for (const sign of text) {
    if (sign === "[") depth = 1;
    if (!depth && SIGN.test(sign)) {
      result += `${result && !result.endsWith(" ") ? " " : ""}${sign} `;
    } else {
      result += sign === " " && result.endsWith(" ") ? "" : sign;
    }
    if (sign === "]") depth = 0;
  }
  return result.trimEnd() + (text.endsWith(" ") ? " " : "");
}
