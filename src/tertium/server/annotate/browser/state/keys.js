// Every command that keys can give, with the keys it has; people may change them (kept in their preferences).
// Keys with a letter always have Ctrl or Alt, so they collide neither with typing nor with screen readers' letters.

import { keyName } from "../../../web/browser/keyboard.js";
import { signal } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {{id: string, label: string, keys: string, where: string}} Action */

/** @type {Action[]} */
export const ACTIONS = [
  { id: "regions", label: t("keys.go_to_the_next_region"), keys: "F6", where: t("keys.everywhere") },
  { id: "regions-back", label: t("keys.go_to_the_previous_region"), keys: "Shift+F6", where: t("keys.everywhere") },
  { id: "find", label: t("keys.find_a_card"), keys: "Alt+F", where: t("keys.everywhere") },
  { id: "new-card", label: t("keys.new_card"), keys: "Alt+N", where: t("keys.everywhere") },
  { id: "undo", label: t("keys.undo"), keys: "Ctrl+Z", where: t("keys.everywhere") },
  { id: "redo", label: t("keys.redo"), keys: "Ctrl+Shift+Z", where: t("keys.everywhere") },
  { id: "samples", label: t("keys.another_five_random_sentences"), keys: "Alt+R", where: t("keys.everywhere") },
  { id: "covered", label: t("keys.go_to_is_it_covered"), keys: "Alt+C", where: t("keys.everywhere") },
  { id: "railroad", label: t("keys.railroad"), keys: "Alt+G", where: t("keys.everywhere") },
  { id: "text", label: t("keys.text_view"), keys: "Alt+T", where: t("keys.everywhere") },
  { id: "source", label: t("keys.go_to_the_source_words"), keys: "Alt+S", where: t("keys.everywhere") },
  { id: "submit", label: t("keys.submit"), keys: "Alt+Enter", where: t("keys.everywhere") },
  { id: "help", label: t("keys.all_keys"), keys: "Alt+K", where: t("keys.everywhere_outside_text_fields") },
  { id: "next-line", label: t("keys.next_alternative_or_a_new"), keys: "Enter", where: t("keys.a_line") },
  { id: "new-line", label: t("keys.new_alternative_below"), keys: "Shift+Enter", where: t("keys.a_line") },
  { id: "line-up", label: t("keys.line_above"), keys: "ArrowUp", where: t("keys.a_line") },
  { id: "line-down", label: t("keys.line_below"), keys: "ArrowDown", where: t("keys.a_line") },
  { id: "move-up", label: t("keys.move_the_alternative_up"), keys: "Alt+ArrowUp", where: t("keys.a_line") },
  { id: "move-down", label: t("keys.move_the_alternative_down"), keys: "Alt+ArrowDown", where: t("keys.a_line") },
  { id: "delete-line", label: t("keys.delete_the_alternative"), keys: "Ctrl+Shift+D", where: t("keys.a_line") },
  { id: "empty", label: t("keys.an_empty_alternative"), keys: "Ctrl+0", where: t("keys.a_line") },
  { id: "to-card", label: t("keys.make_a_card_of_the"), keys: "Ctrl+Shift+C", where: t("keys.a_line") },
  { id: "define", label: t("keys.create_the_card_at_the"), keys: "Ctrl+Enter", where: t("keys.a_line") },
  { id: "back", label: t("keys.back_to_the_line_from"), keys: "Alt+B", where: t("keys.everywhere") },
  { id: "menu", label: t("keys.cost_move_delete"), keys: "Ctrl+M", where: t("keys.a_line") },
  { id: "rename", label: t("keys.rename_the_card"), keys: "F2", where: t("keys.the_open_card_the_list") },
  { id: "insert", label: t("keys.insert_the_card_where_the"), keys: "Insert", where: t("keys.the_list_of_cards") },
  { id: "pick-up", label: t("keys.pick_up_arrows_move_space"), keys: "Space", where: t("keys.a_handle_the_list_of") },
];

/** What people changed: action → keys. */
export const changed = signal(/** @type {Record<string, string>} */ ({}));

/** @param {string} id */
export const keysOf = (id) => changed.value[id] ?? ACTIONS.find((action) => action.id === id)?.keys ?? "";

/** A key press as text: Ctrl+Shift+C. @param {KeyboardEvent} event */
export function pressed(event) {
  const held = [(event.ctrlKey || event.metaKey) && "Ctrl", event.altKey && "Alt", event.shiftKey && "Shift"];
  return [...held.filter(Boolean), keyName(event)].join("+");
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
