// What can be undone and redone: two stacks of edits, rebuilt from the log, so that a reload forgets nothing.

/**
 * @typedef {import("./reducer.js").Command} Command
 * @typedef {{edit_id: string, command: Command, inverse: Command|null, undoes?: string|null}} Logged
 * @typedef {{undo: string[], redo: string[]}} Stacks
 */

/** The stacks after one more event. @param {Stacks} stacks @param {Logged} event @returns {Stacks} */
export function pushed({ undo, redo }, event) {
  if (event.inverse === null) return { undo: [], redo: [] };
  if (event.undoes && event.undoes === undo.at(-1)) {
    return { undo: undo.slice(0, -1), redo: [...redo, event.edit_id] };
  }
  if (event.undoes && event.undoes === redo.at(-1)) {
    return { undo: [...undo, event.edit_id], redo: redo.slice(0, -1) };
  }
  return { undo: [...undo, event.edit_id], redo: [] };
}

/** @param {Stacks} stacks @param {Logged[]} events */
export const pushedAll = (stacks, events) => events.reduce(pushed, stacks);
