// The list that opens while a card's name is typed: cards of this sheet, earlier and shared ones, and a new one.

import { get } from "../../../../web/browser/api.js";
import { shortCount } from "../../logic/format.js";
import { latest } from "../../../../web/browser/latest.js";
import { references } from "../../logic/words.js";
import { useEffect, useMemo, useState } from "../../../../web/browser/ui.js";
import { t } from "../../../../web/browser/texts.js";

/**
 * @typedef {import("../../logic/reducer.js").Doc} Doc
 * @typedef {{kind: "here"|"copy"|"new", name: string, detail: string, from?: {sheet: string, card: string}}} Choice
 */

/** The cards that contain a card, which it cannot contain itself. @param {Doc} doc @param {string} name */
export function containers(doc, name) {
  const holders = new Set([name]);
  for (let grown = true; grown;) {
    grown = false;
    for (const card of doc.cards) {
      const inside = card.alternatives.some((line) => references(line.text).some((inner) => holders.has(inner)));
      if (inside && !holders.has(card.name)) {
        holders.add(card.name);
        grown = true;
      }
    }
  }
  return holders;
}

/** @param {string} name @param {string} prefix */
function rank(name, prefix) {
  const [low, typed] = [name.toLowerCase(), prefix.trim().toLowerCase().replaceAll(" ", "-")];
  if (low.startsWith(typed)) return 0;
  if (low.split("-").some((part) => part.startsWith(typed))) return 1;
  return low.includes(typed) ? 2 : 3;
}

/** @param {import("../../state/view.js").View} view @param {string} card the open card's name @param {string} prefix
 * @returns {Choice[]} */
export function choicesHere(view, card, prefix) {
  const { doc } = view;
  const barred = containers(doc, card);
  const here = doc.cards
    .filter((other) => !barred.has(other.name) && rank(other.name, prefix) < 3)
    .sort((a, b) => rank(a.name, prefix) - rank(b.name, prefix))
    .slice(0, 8)
    .map((other) => ({
      kind: /** @type {const} */ ("here"),
      name: other.name,
      detail: t("completion.here_paths", { live: shortCount(view.live.card(other.id)) }),
    }));
  const defined = new Set(doc.cards.map((other) => other.name));
  const used = new Set(doc.cards.flatMap((other) => other.alternatives.flatMap((line) => references(line.text))));
  const named = [...used]
    .filter((other) => !defined.has(other) && rank(other, prefix) < 3)
    .map((other) => ({
      kind: /** @type {const} */ ("here"),
      name: other,
      detail: t("completion.used_not_defined_yet"),
    }));
  const name = prefix.trim().toUpperCase().replaceAll(" ", "-");
  const isNew = name && !defined.has(name) && !used.has(name);
  return [
    ...here,
    ...named,
    ...(isNew ? [{ kind: /** @type {const} */ ("new"), name, detail: t("completion.new_card") }] : []),
  ];
}

/** Cards of other sheets, asked for while typing. @param {import("../../state/view.js").View} view
 * @param {string|null} prefix
 * @returns {Choice[]} */
export function useOthers(view, prefix) {
  const [others, setOthers] = useState(/** @type {Choice[]} */ ([]));
  const asked = useMemo(latest, []);
  useEffect(() => {
    const isLatest = asked();
    if (!prefix || prefix.length < 2) {
      setOthers([]);
      return undefined;
    }
    const timer = setTimeout(async () => {
      try {
        const answer = await get(`/sheets/${view.session.about.id}/cards?find=${encodeURIComponent(prefix)}&limit=5`);
        if (!isLatest()) return;
        setOthers(
          answer.items.map((/** @type {any} */ item) => ({
            kind: "copy",
            name: item.name,
            from: { sheet: item.sheet, card: item.card },
            detail: `${item.by === "you" ? "yours" : "another’s"}, #${item.position} · ${item.first ?? ""}`,
          })),
        );
      } catch {
        if (isLatest()) setOthers([]); // without the server there are only the cards of this sheet
      }
    }, 150);
    return () => clearTimeout(timer);
  }, [prefix]);
  return others;
}

/** @param {{id: string, choices: Choice[], at: number, left: number, choose: (choice: Choice) => void}} props */
export function Completion({ id, choices, at, left, choose }) {
  return (
    <ul
      class="completion"
      role="listbox"
      id={id}
      aria-label={t("completion.cards")}
      style={{ insetInlineStart: `${left}px` }}>
      {choices.map((choice, index) => (
        <li
          key={choice.kind + choice.name + (choice.from?.card ?? "")}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          class={`choice ${choice.kind}`}
          onPointerDown={(/** @type {PointerEvent} */ event) => {
            event.preventDefault();
            choose(choice);
          }}>
          <span class="card-name">[{choice.name}]</span>
          <span class="detail">{choice.detail}</span>
          {index === at && <kbd>{t("completion.tab")}</kbd>}
        </li>
      ))}
    </ul>
  );
}
