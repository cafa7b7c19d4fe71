import assert from "node:assert/strict";
import { test } from "node:test";

import { partsOf, pruned } from "../../../src/tertium/server/annotate/browser/logic/proposals.js";

const line = (/** @type {string} */ id, /** @type {string} */ text) => ({ id, text, cost: 0 });
const DOC = {
  cards: [{ id: "root", name: "S", span: null, alternatives: [] }],
  root: "root",
  watches: [],
  state: "open",
};
const PROPOSAL = {
  do: "batch",
  commands: [
    {
      do: "card.add",
      card: "c",
      name: "MINISTER",
      span: null,
      alternatives: [line("1", "minister"), line("2", "premier")],
    },
    {
      do: "card.add",
      card: "d",
      name: "ITALIAN",
      span: null,
      alternatives: [line("3", "the [MINISTER]"), line("4", "Italy")],
    },
    { do: "alt.add", card: "root", alt: "5", text: "[ITALIAN] spoke", cost: 0 },
  ],
};

test("the lines of a proposal, the sentence first", () => {
  const parts = partsOf(PROPOSAL, /** @type {any} */ (DOC));
  assert.deepEqual(
    parts.map((part) => part.name),
    ["S", "ITALIAN", "MINISTER"],
  );
  assert.deepEqual(
    parts[1].lines.map((l) => l.text),
    ["the [MINISTER]", "Italy"],
  );
});

test("what is not wanted goes, with what needs it", () => {
  const without = (/** @type {string[]} */ ids) => pruned(PROPOSAL, new Set(ids));
  assert.equal(without(["2"])?.commands[0].alternatives.length, 1);
  const noMinister = without(["1", "2"]);
  assert.deepEqual(
    noMinister?.commands.map((/** @type {any} */ c) => c.name ?? c.alt),
    ["ITALIAN", "5"],
  );
  assert.deepEqual(
    noMinister?.commands[0].alternatives.map((/** @type {any} */ l) => l.id),
    ["4"],
  );
  assert.equal(without(["1", "2", "4"]), null);
});
