// Every command that keys can give, with the keys it has; people may change them (kept in their preferences).
// Keys with a letter always have Ctrl or Alt, so they collide neither with typing nor with screen readers' letters.

import { signal } from "../../../web/browser/ui.js";

/** @typedef {{id: string, label: string, keys: string, where: string}} Action */

/** @type {Action[]} */
export const ACTIONS = [
  { id: "regions", label: "Go to the next region", keys: "F6", where: "everywhere" },
  { id: "regions-back", label: "Go to the previous region", keys: "Shift+F6", where: "everywhere" },
  { id: "find", label: "Find a card", keys: "Alt+F", where: "everywhere" },
  { id: "new-card", label: "New card", keys: "Alt+N", where: "everywhere" },
  { id: "undo", label: "Undo", keys: "Ctrl+Z", where: "everywhere" },
  { id: "redo", label: "Redo", keys: "Ctrl+Shift+Z", where: "everywhere" },
  { id: "samples", label: "Another five random sentences", keys: "Alt+R", where: "everywhere" },
  { id: "covered", label: "Go to “Is it covered?”", keys: "Alt+C", where: "everywhere" },
  { id: "railroad", label: "Railroad", keys: "Alt+G", where: "everywhere" },
  { id: "text", label: "Text view", keys: "Alt+T", where: "everywhere" },
  { id: "source", label: "Go to the source words (span)", keys: "Alt+S", where: "everywhere" },
  { id: "submit", label: "Submit…", keys: "Alt+Enter", where: "everywhere" },
  { id: "help", label: "All keys", keys: "Alt+K", where: "everywhere; ? outside text fields" },
  { id: "next-line", label: "Next alternative, or a new one", keys: "Enter", where: "a line" },
  { id: "new-line", label: "New alternative below", keys: "Shift+Enter", where: "a line" },
  { id: "line-up", label: "Line above", keys: "ArrowUp", where: "a line" },
  { id: "line-down", label: "Line below", keys: "ArrowDown", where: "a line" },
  { id: "move-up", label: "Move the alternative up", keys: "Alt+ArrowUp", where: "a line" },
  { id: "move-down", label: "Move the alternative down", keys: "Alt+ArrowDown", where: "a line" },
  { id: "delete-line", label: "Delete the alternative", keys: "Ctrl+Shift+D", where: "a line" },
  { id: "empty", label: "An empty alternative", keys: "Ctrl+0", where: "a line" },
  { id: "to-card", label: "Make a card of the selection", keys: "Ctrl+Shift+C", where: "a line" },
  { id: "define", label: "Create the card at the caret, or open it", keys: "Ctrl+Enter", where: "a line" },
  { id: "back", label: "Back to the line from which this card was opened", keys: "Alt+B", where: "everywhere" },
  { id: "menu", label: "Cost, move, delete …", keys: "Ctrl+M", where: "a line" },
  { id: "rename", label: "Rename the card", keys: "F2", where: "the open card, the list of cards" },
  { id: "insert", label: "Insert the card where the caret was", keys: "Insert", where: "the list of cards" },
  {
    id: "pick-up",
    label: "Pick up; arrows move, Space drops, Esc cancels",
    keys: "Space",
    where: "a handle, the list of cards",
  },
];

/** What people changed: action → keys. */
export const changed = signal(/** @type {Record<string, string>} */ ({}));

/** @param {string} id */
export const keysOf = (id) => changed.value[id] ?? ACTIONS.find((action) => action.id === id)?.keys ?? "";

/** A key press as text: Ctrl+Shift+C. @param {KeyboardEvent} event */
export function pressed(event) {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const held = [(event.ctrlKey || event.metaKey) && "Ctrl", event.altKey && "Alt", event.shiftKey && "Shift"];
  return [...held.filter(Boolean), key].join("+");
}

/** @param {KeyboardEvent} event @param {string} id */
export const isKey = (event, id) => !event.isComposing && event.keyCode !== 229 && pressed(event) === keysOf(id);

/** Does the first action whose keys were pressed. @param {KeyboardEvent} event
 * @param {Record<string, () => unknown>} actions
 * @returns {boolean} whether there was one */
export function act(event, actions) {
  if (event.isComposing || event.keyCode === 229) return false; // an input method is at work
  const keys = pressed(event);
  for (const [id, action] of Object.entries(actions)) {
    if (keysOf(id) !== keys) continue;
    if (action() === false) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  return false;
}
