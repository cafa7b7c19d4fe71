// What a project asks of its people, beside every task.

import { blocks, pieces } from "./markdown.js";
import { t } from "./texts.js";

/** @param {{text: string|undefined}} props */
export function Guidelines({ text }) {
  if (!text) return null;
  return (
    <details class="panel guidelines" id="guidelines">
      <summary>{t("guidelines.guidelines")}</summary>
      <Markdown text={text} />
    </details>
  );
}

/** @param {{text: string}} props */
export function Markdown({ text }) {
  return (
    <div class="markdown" dir="auto">
      {blocks(text).map(({ kind, lines }, index) => {
        const Kind = /** @type {any} */ (kind);
        const isList = kind === "ul" || kind === "ol";
        return (
          <Kind key={index}>
            {isList ? lines.map((line, at) => <li key={at}>{inline(line)}</li>) : inline(lines[0])}
          </Kind>
        );
      })}
    </div>
  );
}

/** @param {string} line */
const inline = (line) =>
  pieces(line).map(({ kind, text, address }, index) => {
    if (kind === "text") return text;
    const Kind = /** @type {any} */ (kind);
    const link = kind === "a" ? { href: address, target: "_blank", rel: "noopener noreferrer" } : {};
    return (
      <Kind key={index} {...link}>
        {text}
      </Kind>
    );
  });
