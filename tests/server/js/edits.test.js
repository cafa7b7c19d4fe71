import assert from "node:assert/strict";
import { test } from "node:test";
import * as edits from "../../../src/tertium/server/annotate/browser/logic/edits.js";
import * as format from "../../../src/tertium/server/annotate/browser/logic/format.js";
import { apply, emptyDoc } from "../../../src/tertium/server/annotate/browser/logic/reducer.js";
import * as spans from "../../../src/tertium/server/annotate/browser/logic/spans.js";

const texts = (doc, name) => edits.cardNamed(doc, name).alternatives.map((line) => line.text);

function sheet() {
  let doc = emptyDoc();
  const first = edits.addCard(doc, { texts: ["the prime minister of Italy", "Italy 's prime minister"] });
  doc = apply(doc, first.command).doc;
  return { doc, alts: first.alts };
}

test("the first card is the sentence", () => {
  const { doc } = sheet();
  assert.equal(doc.cards[0].name, "S");
  assert.equal(doc.root, doc.cards[0].id);
});

test("a selection becomes a card, elsewhere too when wished", () => {
  const { doc, alts } = sheet();
  const made = edits.cardFromSelection(doc, alts[0], 6, 16, { everywhere: true, span: [1, 3] });
  const next = apply(doc, made.command).doc;
  assert.deepEqual(texts(next, "S"), ["the [PRIME-MINISTER] of Italy", "Italy 's [PRIME-MINISTER]"]);
  assert.deepEqual(texts(next, "PRIME-MINISTER"), ["prime minister"]);
  assert.deepEqual(edits.cardNamed(next, "PRIME-MINISTER").span, [1, 3]);
});

test("words move within a line and between lines", () => {
  const { doc, alts } = sheet();
  const within = apply(doc, edits.moveToken(doc, alts[0], 0, alts[0], 2)).doc;
  assert.equal(texts(within, "S")[0], "prime the minister of Italy");
  const between = apply(doc, edits.moveToken(doc, alts[0], 0, alts[1], 0)).doc;
  assert.deepEqual(texts(between, "S"), ["prime minister of Italy", "the Italy 's prime minister"]);
});

test("pasted lines and bars become alternatives in NFC", () => {
  assert.deepEqual(edits.pastedLines("a\r\nb | c\n\n cafe\u0301 \u0007"), ["a", "b", "c", "café"]);
  assert.deepEqual(edits.pastedLines("a \\| b"), ["a \\| b"]);
});

test("the words that a new card probably stands for", () => {
  const card = (id, span, ...texts) => ({
    id,
    name: id,
    span,
    alternatives: texts.map((text, i) => ({ id: `${id}${i}`, text, cost: 0 })),
  });
  const line = "[A] told [B] that he [C]";
  const doc = {
    ...emptyDoc(),
    root: "S",
    cards: [card("S", null, line), card("A", [0, 2], "x"), card("C", [6, 8], "[D] y"), card("D", null, "z")],
  };
  const place = (name, text, from, to = from + 1) => spans.proposedSpan(doc, 8, { card: name, text, from, to });
  assert.deepEqual(place("S", line, 2), [3, 4], "between its neighbours, in proportion; not the first free words");
  assert.deepEqual(place("S", "he told [B]", 2), [5, 6], "what C has is not free");
  assert.deepEqual(place("S", "[B]", 0), [2, 6], "all that is free in the middle");
  assert.deepEqual(place("C", "[D] y", 0), [6, 7], "within the words of the card that it is in");
  assert.equal(place("A", "[B]", 0) && place("A", "[B]", 0)[0], 0);
  assert.deepEqual(place("S", "[C] then [B] and [A]", 2), [3, 5], "another order than in the source");
  doc.cards.push(card("E", [2, 6], "w"));
  assert.equal(place("S", line, 2), null, "no words are left");
});

test("spans: lanes, clicks", () => {
  const card = (id, span) => ({ id, span });
  assert.deepEqual(
    spans.lanes([card("a", [0, 2]), card("b", [1, 4]), card("c", [2, 3])]).map((l) => l.lane),
    [0, 1, 1],
  );
  assert.deepEqual(spans.clicked([1, 2], 4, true), [1, 5]);
  assert.equal(spans.clicked([1, 2], 1, false), null);
});

test("numbers as people read them", () => {
  assert.equal(format.longCount({ paths: "1204336", log10: 6.08 }), "1,204,336 (10^6.1)");
  assert.equal(format.longCount({ paths: null, log10: 2000.5, at_least: true }), "at least 10^2000.5");
  assert.equal(format.shortCount({ paths: "60", log10: 1.78 }), "60");
  assert.equal(format.duration(4320000), "1:12");
  assert.equal(format.change(1, 1.017), "▲ 4 %");
});

test("the words of a pasted text are put apart where it still stands", () => {
  const { doc, alts } = sheet();
  const [alt] = alts;
  const set = (text) => apply(doc, { do: "alt.set", alt, text }).doc;
  const pasted = [{ alt, text: "so, well, the end", start: 4, piece: "well," }];
  const after = (text) => edits.partPasted(set(text), pasted, ["well ,"]).map((command) => command.text);
  assert.deepEqual(after("so, well, the end"), ["so, well , the end"]);
  assert.deepEqual(after("so, well, in the end"), ["so, well , in the end"]); // typed behind it
  assert.deepEqual(after("oh so, well, the end"), ["oh so, well , the end"]); // and before it
  assert.deepEqual(after("so, the end"), []); // taken back
  assert.deepEqual(edits.partPasted(set("so, well, the end"), pasted, ["well,"]), []); // nothing to put apart
  assert.deepEqual(edits.partPasted(emptyDoc(), pasted, ["well ,"]), []); // the line is gone
});

test("what was typed is found again, however the text around it has grown", () => {
  assert.equal(edits.standing("a [b", 2, "[b", "a [b c"), 2);
  assert.equal(edits.standing("a [b", 2, "[b", "x a [b"), 4);
  assert.equal(edits.standing("a [b", 2, "[b", "["), -1);
});

/** @param {[string, string[]][]} cards the sentence last */
function network(...cards) {
  let doc = emptyDoc();
  for (const [name, lines] of cards)
    doc = apply(doc, edits.addCard(doc, { name, texts: lines, root: false }).command).doc;
  return apply(doc, { do: "root.set", card: doc.cards.at(-1).id }).doc;
}
const spansOf = (doc) => Object.fromEntries(doc.cards.map(({ name, span }) => [name, span]));

test("cards without source words get those that their places speak for, the same in equal sheets", () => {
  const lines = /** @type {[string, string[]][]} */ ([
    ["PM", ["prime minister", "premier"]],
    ["WHO", ["the Italian [PM]", "the [PM] of Italy"]],
    ["SAID", ["announced", "declared"]],
    ["AGAIN", ["premier", "prime minister"]],
    ["UNUSED", ["nothing"]],
    ["S", ["[WHO] [SAID]", "[WHO] , [AGAIN] , [SAID]"]],
  ]);
  const doc = network(...lines);
  const other = network(...lines);
  const command = spans.proposedSpans(doc, 8);
  const found = spansOf(apply(doc, command).doc);
  assert.deepEqual(found, spansOf(apply(other, spans.proposedSpans(other, 8)).doc));
  assert.deepEqual(found.WHO, [0, 4]);
  assert.deepEqual(found.SAID, [4, 8]);
  assert.ok(found.WHO[0] <= found.PM[0] && found.PM[1] <= found.WHO[1]);
  assert.deepEqual([found.UNUSED, found.S], [null, null]);
  assert.ok(found.AGAIN === null || found.AGAIN[0] >= 0);
});

test("words that somebody gave stay, and a card with the same lines gets the same", () => {
  const doc = network(["A", ["one"]], ["B", ["two"]], ["C", ["one"]], ["S", ["[A] [B] [C]"]]);
  const given = apply(doc, { do: "card.span", card: doc.cards[0].id, span: [5, 6] }).doc;
  const found = spansOf(apply(given, spans.proposedSpans(given, 6)).doc);
  assert.deepEqual(
    [found.A, found.C],
    [
      [5, 6],
      [5, 6],
    ],
  );
  const all = apply(given, spans.proposedSpans(given, 6)).doc;
  const rest = spans.proposedSpans(all, 6);
  assert.ok(rest === null || rest.do === "card.span");
  assert.equal(spans.proposedSpans(network(["A", ["one"]], ["S", ["two"]]), 6), null);
});
