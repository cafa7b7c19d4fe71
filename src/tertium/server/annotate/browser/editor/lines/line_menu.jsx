// The menu of one alternative.

import { keysOf } from "../../state/keys.js";
import { Menu } from "./menu.jsx";
import { t } from "../../../../web/browser/texts.js";

/** @param {{view: import("../../state/view.js").View, card: any, line: any, index: number, open: any, edit:
 * import("./line_edit.js").LineEdit}} props */
export function LineMenu({ view, card, line, index, open, edit }) {
  if (!view.session.editable.value) return <span></span>;
  const items = [
    { label: t("line_menu.new_alternative_below"), keys: keysOf("new-line"), do: () => edit.addLine("") },
    {
      label: t("line_menu.make_a_card_of_this"),
      do: () => edit.makeCard(0, line.text.length, card.span, false),
      disabled: !line.text.trim(),
    },
    { label: t("line_menu.move_up"), keys: keysOf("move-up"), do: () => edit.move(-1), disabled: index === 0 },
    {
      label: t("line_menu.move_down"),
      keys: keysOf("move-down"),
      do: () => edit.move(1),
      disabled: index === card.alternatives.length - 1,
    },
    {
      label: line.cost ? t("line_menu.cost", { cost: line.cost }) : t("line_menu.give_it_a_cost"),
      do: () => askCost(view, line),
    },
    { label: t("line_menu.delete"), keys: keysOf("delete-line"), do: () => edit.remove() },
  ];
  return <Menu label={t("line_menu.line_more", { index: index + 1 })} items={items} open={open} />;
}

/** @param {import("../../state/view.js").View} view @param {any} line */
function askCost(view, line) {
  view.question = { alt: line.id, cost: line.cost };
  view.dialog.value = "cost";
}
