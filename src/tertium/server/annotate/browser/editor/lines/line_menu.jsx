// The menu of one alternative.

import { keysOf } from "../../state/keys.js";
import { Menu } from "./menu.jsx";

/** @param {{view: import("../../state/view.js").View, card: any, line: any, index: number, open: any, edit:
 * import("./line_edit.js").LineEdit}} props */
export function LineMenu({ view, card, line, index, open, edit }) {
  if (!view.session.editable.value) return <span></span>;
  const items = [
    { label: "New alternative below", keys: keysOf("new-line"), do: () => edit.addLine("") },
    {
      label: "Make a card of this line",
      do: () => edit.makeCard(0, line.text.length, card.span, false),
      disabled: !line.text.trim(),
    },
    { label: "Move up", keys: keysOf("move-up"), do: () => edit.move(-1), disabled: index === 0 },
    {
      label: "Move down",
      keys: keysOf("move-down"),
      do: () => edit.move(1),
      disabled: index === card.alternatives.length - 1,
    },
    { label: line.cost ? `Cost: ${line.cost} …` : "Give it a cost …", do: () => askCost(view, line) },
    { label: "Delete", keys: keysOf("delete-line"), do: () => edit.remove() },
  ];
  return <Menu label={`Line ${index + 1}: more`} items={items} open={open} />;
}

/** @param {import("../../state/view.js").View} view @param {any} line */
function askCost(view, line) {
  view.question = { alt: line.id, cost: line.cost };
  view.dialog.value = "cost";
}
