// All cards of the sheet as a tree from the sentence down, those not used yet, and those of others.

import { get } from "../../../web/browser/api.js";
import { cardNamed } from "../logic/edits.js";
import { shortCount } from "../logic/format.js";
import { latest } from "../../../web/browser/latest.js";
import { references } from "../logic/words.js";
import { act, keysOf } from "../state/keys.js";
import { explain } from "../state/session.js";
import { say, signal, useEffect, useMemo, useSignal } from "../../../web/browser/ui.js";
import { copiedName } from "./lines/line_edit.js";
import { t } from "../../../web/browser/texts.js";

/** @typedef {import("../state/view.js").View} View */
/** @typedef {import("../logic/reducer.js").Card} Card */
/** @typedef {{card: Card, depth: number, key: string, unused: boolean, inner: boolean}} Row
 * `inner`: whether there are cards in it that are shown below, or would be if it were not folded. */

/** The rows of the tree: each card below those that use it, but opened only once. @param {View} view
 * @param {string} find @param {ReadonlySet<string>} folded ids of cards whose inner cards are not shown
 * @returns {Row[]} */
function rows(view, find, folded) {
  const { doc } = view;
  if (find) {
    const needle = find.toLowerCase();
    const hit = (/** @type {Card} */ card) =>
      card.name.toLowerCase().includes(needle) ||
      card.alternatives.some((line) => line.text.toLowerCase().includes(needle));
    return doc.cards.filter(hit).map((card) => ({ card, depth: 0, key: card.id, unused: false, inner: false }));
  }
  const used = new Set(doc.cards.flatMap((card) => card.alternatives.flatMap((line) => references(line.text))));
  /** @type {Row[]} */
  const result = [];
  const shown = new Set();
  const walk = (
    /** @type {Card} */ card,
    /** @type {number} */ depth,
    /** @type {boolean} */ unused,
    /** @type {boolean} */ visible = true,
  ) => {
    const names = new Set(card.alternatives.flatMap((line) => references(line.text)));
    const children = depth < 40 ? [...names].flatMap((name) => cardNamed(doc, name) ?? []) : [];
    const again = shown.has(card.id);
    const inner = !again && children.length > 0;
    if (visible) result.push({ card, depth, key: `${card.id}-${result.length}`, unused, inner });
    if (again) return;
    shown.add(card.id);
    for (const child of children) walk(child, depth + 1, false, visible && !folded.has(card.id));
  };
  const root = doc.cards.find((card) => card.id === doc.root);
  if (root) walk(root, 0, false);
  for (const card of doc.cards) if (!used.has(card.name) && card.id !== doc.root) walk(card, 0, true);
  for (const card of doc.cards) if (!shown.has(card.id)) walk(card, 0, false);
  return result;
}

export const find = signal("");
const folded = signal(/** @type {ReadonlySet<string>} */ (new Set()));

/** Shows the cards in a card, or puts them away. @param {Card} card @param {boolean} fold */
function fold(card, fold) {
  const others = [...folded.peek()].filter((id) => id !== card.id);
  folded.value = new Set(fold ? [...others, card.id] : others);
  say(fold ? t("cards.folded", { name: card.name }) : t("cards.unfolded", { name: card.name }));
}

/** @param {{view: View}} props */
export function Cards({ view }) {
  const list = rows(view, find.value, folded.value);
  const current = view.open?.id;
  const focused = useSignal(0);
  const at = Math.min(focused.value, list.length - 1);
  const key = (/** @type {KeyboardEvent} */ event, /** @type {number} */ index) => {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: list.length - 1,
    });
    if (event.key in steps && !event.altKey && !event.ctrlKey) {
      event.preventDefault();
      focused.value = Math.max(0, Math.min(list.length - 1, steps[event.key]));
      const items = /** @type {HTMLElement} */ (event.currentTarget).closest("ul")?.querySelectorAll("button.row");
      /** @type {HTMLElement|undefined} */ (items?.[focused.value])?.focus();
      return;
    }
    const { card, inner } = list[index];
    const isFolded = folded.peek().has(card.id);
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (plain && inner && event.key === (isFolded ? "ArrowRight" : "ArrowLeft")) {
      event.preventDefault();
      return fold(card, !isFolded);
    }
    return act(event, {
      insert: () => view.insert(card.name),
      rename: () => {
        view.show(card.id);
        view.rename?.();
      },
    });
  };
  return (
    <section class="panel cards" id="region-cards" tabindex={-1} aria-label={t("cards.cards")}>
      <header>
        <h2>{t("cards.cards")}</h2>
        {view.session.editable.value && (
          <button
            type="button"
            class="small"
            onClick={() => view.newCard()}
            title={t("cards.new_card", { value: keysOf("new-card") })}>
            {t("cards.card")}
          </button>
        )}
      </header>
      <input
        type="search"
        id="find"
        placeholder={t("cards.find", { value: keysOf("find") })}
        aria-label={t("cards.find_a_card")}
        value={find.value}
        onInput={(/** @type {any} */ event) => (find.value = event.target.value)}
      />
      <ul class="tree">
        {list.map(({ card, depth, key: id, unused, inner }, index) => (
          <li key={id} class="branch" style={{ paddingInlineStart: `${Math.min(depth, 8) * 0.8}rem` }}>
            {inner ? (
              <button
                type="button"
                class="fold"
                tabindex={-1}
                aria-expanded={!folded.value.has(card.id)}
                aria-label={t("cards.cards_in", { name: card.name })}
                onClick={() => fold(card, !folded.value.has(card.id))}>
                {folded.value.has(card.id) ? "▸" : "▾"}
              </button>
            ) : (
              <span class="fold" aria-hidden="true"></span>
            )}
            <button
              type="button"
              class="row"
              data-drag={`card:${card.id}`}
              data-drop={`card:${card.id}`}
              tabindex={index === at ? 0 : -1}
              aria-current={card.id === current ? "true" : undefined}
              onFocus={() => (focused.value = index)}
              onKeyDown={(/** @type {KeyboardEvent} */ event) => key(event, index)}
              onClick={() => view.show(card.id, { focus: true })}
              title={t("cards.drag_it_into_a_line", { name: card.name, value: keysOf("insert") })}>
              <span class="card-name">{card.name}</span>
              {unused && <span class="badge warn">{t("cards.unused")}</span>}
              <span class="paths">{shortCount(view.live.card(card.id))}</span>
            </button>
          </li>
        ))}
      </ul>
      {!list.length && (
        <p class="hint">{find.value ? t("cards.no_card_of_this_sheet") : t("cards.there_are_no_cards_yet")}</p>
      )}
      <Undefined view={view} />
      <Others view={view} />
    </section>
  );
}

/** Names that lines use and nobody has defined. @param {{view: View}} props */
function Undefined({ view }) {
  const names = new Set(view.doc.cards.map((card) => card.name));
  const missing = new Set(
    view.doc.cards
      .flatMap((card) => card.alternatives.flatMap((line) => references(line.text)))
      .filter((name) => !names.has(name)),
  );
  if (!missing.size || !view.session.editable.value) return null;
  return (
    <>
      <h3>{t("cards.not_defined_yet")}</h3>
      <ul class="tree">
        {[...missing].map((name) => (
          <li key={name}>
            <button type="button" class="row" onClick={() => view.newCard(name)}>
              <span class="card-name unknown">{name}</span>
              <span class="badge">{t("cards.create")}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Cards of earlier sheets and of others, as the protocol allows. @param {{view: View}} props */
function Others({ view }) {
  const items = useSignal(/** @type {any[]} */ ([]));
  const asked = useMemo(latest, []);
  useEffect(() => {
    if (!view.session.editable.value) return undefined;
    const isLatest = asked();
    const timer = setTimeout(async () => {
      try {
        const prefix = encodeURIComponent(find.value);
        const answer = await get(`/sheets/${view.session.about.id}/cards?find=${prefix}&limit=12`);
        if (isLatest()) items.value = answer.items;
      } catch {
        if (isLatest()) items.value = []; // offline: only this sheet's cards
      }
    }, 300);
    return () => clearTimeout(timer);
  }, [find.value, view.session.editable.value]);
  if (!items.value.length || !view.session.editable.value) return null;
  const copy = async (/** @type {any} */ item) => {
    try {
      const name = await copiedName(view, { sheet: item.sheet, card: item.card });
      view.insert(name);
      say(t("cards.copied_into_this_sheet", { name }));
    } catch (error) {
      view.session.tell(explain(error), "error");
    }
  };
  return (
    <>
      <h3>{t("cards.from_other_sheets")}</h3>
      <ul class="tree">
        {items.value.map((item) => (
          <li key={item.sheet + item.card}>
            <button
              type="button"
              class="row"
              title={t("cards.copies_the_card_with_what")}
              onClick={() => void copy(item)}>
              <span class="card-name">{item.name}</span>
              <span class="badge">
                {item.by === "you" ? t("cards.yours") : t("cards.another_s")} #{item.position}
              </span>
              <span class="first" dir="auto">
                {item.first}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
