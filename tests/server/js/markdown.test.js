import assert from "node:assert/strict";
import { test } from "node:test";
import { blocks, pieces } from "../../../src/tertium/server/web/browser/markdown.js";

test("lines become headings, lists, quotes and paragraphs", () => {
  const text = "# One\nfirst\nsecond\n\nthird\n- a\n  goes on\n* b\n\n1. c\n2) d\n> said\n> so\n#none\n#### four";
  assert.deepEqual(
    blocks(text).map(({ kind, lines }) => [kind, ...lines]),
    [
      ["h3", "One"],
      ["p", "first second"],
      ["p", "third"],
      ["ul", "a goes on", "b"],
      ["ol", "c", "d"],
      ["blockquote", "said so"],
      ["p", "#none #### four"],
    ],
  );
  assert.deepEqual(blocks(" \n\r\n"), []);
});

test("pieces of a line", () => {
  const kinds = (/** @type {string} */ line) => pieces(line).map(({ kind, text }) => `${kind}:${text}`);
  assert.deepEqual(kinds("a **b** *c* `d` e"), [
    "text:a ",
    "strong:b",
    "text: ",
    "em:c",
    "text: ",
    "code:d",
    "text: e",
  ]);
  assert.deepEqual(pieces("[here](https://a.example/x)"), [
    { kind: "a", text: "here", address: "https://a.example/x" },
  ]);
});

test("what is no mark stays text, scripts and markup above all", () => {
  for (const line of [
    "[a](javascript:alert(1))",
    "[a](data:text/html,x)",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "2 * 3 * 4",
    "[NAME] (see)",
  ])
    assert.deepEqual(pieces(line), [{ kind: "text", text: line }]);
});

test("long texts of nothing but marks take no time", { timeout: 2000 }, () => {
  for (const mark of ["[", "*", "**", "`", "[](", "](http://", "[a](http://"])
    pieces(mark.repeat(20_000 / mark.length));
});
