// A proposal of several cards, of which people may take a part.

import { cardOf } from "./edits.js";
import { references } from "./words.js";

/**
 * @typedef {import("./reducer.js").Doc} Doc
 * @typedef {import("./reducer.js").Command} Command
 * @typedef {{id: string, text: string}} Line
 */

/** @param {Command} command @returns {Command[]} */
const steps = (command) => (command.do === "batch" ? command.commands : [command]);

/** The lines that a proposal adds, card by card, the sentence first. @param {Command} command @param {Doc} doc
 * @returns {{name: string, lines: Line[]}[]} */
export function partsOf(command, doc) {
  /** @type {Map<string, Line[]>} */
  const parts = new Map();
  for (const step of steps(command).toReversed()) {
    const name = step.do === "card.add" ? step.name : step.do === "alt.add" ? cardOf(doc, step.card)?.name : undefined;
    if (!name) continue;
    const lines = step.do === "card.add" ? step.alternatives : [{ id: step.alt, text: step.text }];
    parts.set(name, [...lines, ...(parts.get(name) ?? [])]);
  }
  return [...parts].map(([name, lines]) => ({ name, lines }));
}

/** The proposal without some of its lines; a card without lines goes, and so do lines that use it.
 * @param {Command} command @param {Set<string>} dropped ids of lines @returns {Command|null} null: nothing is left */
export function pruned(command, dropped) {
  let left = steps(command);
  const gone = new Set();
  const goes = (/** @type {Line} */ line) =>
    dropped.has(line.id) || references(line.text).some((name) => gone.has(name));
  for (let size = -1; size !== gone.size;) {
    size = gone.size;
    left = left.flatMap((step) => {
      if (step.do === "alt.add") return goes({ id: step.alt, text: step.text }) ? [] : [step];
      if (step.do !== "card.add") return [step];
      const alternatives = step.alternatives.filter((/** @type {Line} */ line) => !goes(line));
      if (alternatives.length) return [{ ...step, alternatives }];
      gone.add(step.name);
      return [];
    });
  }
  const cards = new Set(left.map((step) => (step.do === "card.add" ? step.card : null)));
  left = left.filter((step) => step.do !== "root.set" || cards.has(step.card));
  return left.length ? { do: "batch", commands: left } : null;
}
