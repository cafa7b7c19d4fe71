import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cardText,
  isBadName,
  openCard,
  proposedName,
  references,
  rewrite,
  scan,
  wordText,
  typedCost,
} from "../../../src/tertium/server/annotate/browser/logic/words.js";

const kinds = (text) => scan(text).map((token) => `${token.kind}:${token.value}`);

test("words, cards and the empty alternative are told apart", () => {
  assert.deepEqual(kinds('the [PM]s of "Italy" ""'), [
    "word:the",
    "card:PM",
    "word:s",
    "word:of",
    "word:Italy",
    "nothing:",
  ]);
  assert.deepEqual(kinds("\\[x\\] a\\|b @me"), ["word:[x]", "word:a|b", "word:@me"]);
});

test("what cannot be read becomes a token that says why", () => {
  assert.deepEqual(kinds("the [PRI"), ["word:the", "bad:open-card"]);
  assert.deepEqual(kinds('a | b ] "x y" {0.5} #rest of it'), [
    "word:a",
    "bad:bar",
    "word:b",
    "bad:bracket",
    "bad:quoted-space",
    "bad:cost",
    "bad:comment",
  ]);
  assert.deepEqual(kinds("end\\"), ["word:end", "bad:backslash"]);
});

test("a card renamed in a text leaves every other sign alone", () => {
  assert.equal(rewrite("  [A]  \\[A] [A B]", "A", "C]"), "  [C\\]]  \\[A] [A B]");
  assert.deepEqual(references(cardText("a]b\\")), ["a]b\\"]);
  assert.deepEqual(kinds(wordText('"x')), ['word:"x']);
});

test("completion sees the card name before the caret", () => {
  assert.deepEqual(openCard("the [PRI of", 8), { start: 4, prefix: "PRI" });
  assert.equal(openCard("the [PM] of", 9), null);
});

test("a proposed name comes from the first words and is new", () => {
  assert.equal(proposedName("prime minister", []), "PRIME-MINISTER");
  assert.equal(proposedName("prime minister", ["PRIME-MINISTER"]), "PRIME-MINISTER-2");
  assert.equal(proposedName("首相 です", []), "首相-です");
  assert.equal(proposedName("🎉", []), "CARD");
  assert.ok(isBadName(" A") && isBadName("") && isBadName("a\u00a0b") && !isBadName("a b"));
});

test("a cost that is typed behind the words", () => {
  assert.deepEqual(typedCost("a premier {0.5}"), { text: "a premier", cost: 0.5 });
  assert.deepEqual(typedCost("{2}"), { text: "", cost: 2 });
  for (const text of ["{0.5} premier", "premier {x}", "premier \\{0.5}", "premier", "premier {0.5"])
    assert.equal(typedCost(text), null, text);
});
