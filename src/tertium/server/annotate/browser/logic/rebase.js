// What becomes of edits that are still on their way when other edits came first.

import { apply, Refused } from "./reducer.js";

/**
 * @typedef {import("./reducer.js").Doc} Doc
 * @typedef {import("./reducer.js").Command} Command
 * @typedef {{edit_id: string, client_at: string, command: Command, inverse: Command|null, undoes?: string, via?:
 * string,
 *   base_seq: number}} Pending
 * @typedef {{edit_id: string, command: Command, inverse: Command|null, undoes?: string|null, seq: number}} Event
 * @typedef {{mine: Pending, theirs: Event|null, reason: string}} Conflict
 */

/** The parts of the sheet that a command changes, such as `text:ALT`, `name:CARD`. @param {Command} command
 * @returns {string[]} */
export function touches(command) {
  switch (command.do) {
    case "batch":
    case "sheet.text":
      return command.commands.flatMap(touches);
    case "alt.set":
      return [`text:${command.alt}`];
    case "alt.cost":
      return [`cost:${command.alt}`];
    case "alt.delete":
      return [`text:${command.alt}`, `cost:${command.alt}`, `place:${command.alt}`];
    case "alt.move":
      return [`place:${command.alt}`];
    case "card.rename":
      return [`name:${command.card}`];
    case "card.span":
      return [`span:${command.card}`];
    case "card.delete":
      return [`name:${command.card}`, `span:${command.card}`];
    case "root.set":
      return ["root"];
    default:
      return [];
  }
}

/** Puts pending edits on top of a newer document. Those that change what another edit changed, and those that are now
 * refused, come back as conflicts; the others are applied, with the inverses that they have there.
 * @param {Doc} doc the document after `others` @param {Pending[]} queue @param {Event[]} others
 * @param {(edit: string) => Command|null|undefined} inverseOf the inverse of an edit that the log has
 * @returns {{doc: Doc, queue: Pending[], conflicts: Conflict[]}} */
export function rebase(doc, queue, others, inverseOf) {
  const ids = new Set(others.map((event) => event.edit_id));
  /** @type {Map<string, Event>} */
  const changed = new Map();
  for (const event of others) for (const part of touches(event.command)) changed.set(part, event);
  /** @type {Pending[]} */
  const rest = [];
  /** @type {Conflict[]} */
  const conflicts = [];
  const dropped = new Set();
  for (const edit of queue) {
    if (ids.has(edit.edit_id)) continue; // it arrived; only its answer was lost
    if (edit.undoes && dropped.has(edit.undoes)) continue; // what it took back never came to be
    const earlier = rest.find((other) => other.edit_id === edit.undoes);
    const command = edit.undoes ? (earlier?.inverse ?? inverseOf(edit.undoes) ?? edit.command) : edit.command;
    const theirs = touches(command)
      .map((part) => changed.get(part))
      .find((event) => event && event.seq > edit.base_seq);
    if (theirs && !same(theirs.command, command)) {
      conflicts.push({ mine: { ...edit, command }, theirs, reason: "changed" });
      dropped.add(edit.edit_id);
      continue;
    }
    try {
      const result = apply(doc, command);
      doc = result.doc;
      rest.push({ ...edit, command, inverse: result.inverse });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!theirs) conflicts.push({ mine: { ...edit, command }, theirs: null, reason: error.reason });
      dropped.add(edit.edit_id);
    }
  }
  return { doc, queue: rest, conflicts };
}

/** @param {Command} left @param {Command} right */
const same = (left, right) => JSON.stringify(left) === JSON.stringify(right);
