// Texts that people write in Markdown, in pieces: headings, lists, quotes, paragraphs, and in them strong, emphasised
// and code words and links. Whatever is none of these stays text; nothing becomes markup.

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\][]+\]\(https?:\/\/[^\s()]+\))/;
const LINK = /^\[(.+)\]\((.+)\)$/;
const ITEM = /^\s*(?:[-*]|(\d+)[.)])\s+/;

/** A line in pieces, each with what it is. @param {string} text
 * @returns {{kind: "text"|"code"|"strong"|"em"|"a", text: string, address?: string}[]} */
export const pieces = (text) => text.split(INLINE).filter(Boolean).map(piece);

/** @param {string} text @returns {ReturnType<typeof pieces>[number]} */
function piece(text) {
  if (!INLINE.test(text)) return { kind: "text", text };
  if (text.startsWith("`")) return { kind: "code", text: text.slice(1, -1) };
  if (text.startsWith("**")) return { kind: "strong", text: text.slice(2, -2) };
  if (text.startsWith("*")) return { kind: "em", text: text.slice(1, -1) };
  const [, words, address] = /** @type {RegExpExecArray} */ (LINK.exec(text));
  return { kind: "a", text: words, address };
}

/** Lines that belong together: a heading, the items of a list, a quote, or a paragraph. @param {string} text
 * @returns {{kind: string, lines: string[]}[]} */
export function blocks(text) {
  /** @type {{kind: string, lines: string[]}[]} */
  const found = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^(#{1,3})\s+(.*)$/.exec(line);
    const item = ITEM.exec(line);
    const last = found.at(-1);
    if (!line.trim()) {
      open = false;
      continue;
    }
    if (heading) found.push({ kind: `h${heading[1].length + 2}`, lines: [heading[2]] });
    else if (item) {
      const kind = item[1] ? "ol" : "ul";
      if (open && last?.kind === kind) last.lines.push(line.slice(item[0].length));
      else found.push({ kind, lines: [line.slice(item[0].length)] });
    } else {
      const kind = line.startsWith(">") ? "blockquote" : "p";
      const words = kind === "p" ? line.trim() : line.replace(/^>\s?/, "");
      const goesOn = open && last && (last.kind === kind || (kind === "p" && ["ul", "ol"].includes(last.kind)));
      if (goesOn && last) last.lines[last.lines.length - 1] += ` ${words}`;
      else found.push({ kind, lines: [words] });
    }
    open = !heading;
  }
  return found;
}
