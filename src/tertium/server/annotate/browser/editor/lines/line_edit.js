// What can be done in a line, by keys, menus and the list of completions.

import { post } from "../../../../web/browser/api.js";
import {
  addCard,
  addLines,
  cardFromSelection,
  cardOf,
  lineOf,
  partPasted,
  pastedLines,
  samePlaces,
  selectedTokens,
  standing,
  together,
  usesOf,
} from "../../logic/edits.js";
import { proposedSpan } from "../../logic/spans.js";
import { spaced, takesApart } from "../../logic/spacing.js";
import { cardText, isSpace, openCard, proposedName, scan, typedCost, wordText } from "../../logic/words.js";
import { act } from "../../state/keys.js";
import { explain } from "../../state/session.js";
import { say } from "../../../../web/browser/ui.js";
import { t } from "../../../../web/browser/texts.js";

/** @typedef {import("../../state/view.js").View} View */
/** @typedef {import("../../logic/reducer.js").Card} Card */
/** @typedef {import("../../logic/reducer.js").Alternative} Alternative */

const OFFERED_FROM = 5; // pasted lines

/** A new one for each drawing, so it always sees the present document. */
export class LineEdit {
  /** @param {any} parts */
  constructor(parts) {
    /** @type {View} */
    this.view = parts.view;
    /** @type {Card} */
    this.card = parts.card;
    /** @type {Alternative} */
    this.line = parts.line;
    this.index = parts.index;
    this.parts = parts;
  }

  /** @returns {HTMLTextAreaElement} */
  get field() {
    return this.parts.field.current;
  }

  /** @param {any} event */
  input(event) {
    const typed = this.field.value;
    this.parts.caret.value = this.field.selectionStart;
    this.parts.choice.value = 0;
    if (event.isComposing) this.parts.draft.value = typed;
    else this.commit(false);
  }

  /** Makes an edit of what stands in the field. @param {boolean} composed */
  commit(composed) {
    const tokenizer = this.view.session.about.project_about?.tokenizer ?? "none";
    const typed = this.field.value.normalize("NFC").replace(/[\p{Cc}\u2028\u2029\ufeff]/gu, " ");
    const text = composed ? spaced(typed, tokenizer) : typed;
    if (text !== this.field.value) this.#rewriteField(text);
    this.#set(text, { typing: true });
    this.select();
  }

  /** @param {string} text */
  #rewriteField(text) {
    const fromEnd = this.field.value.length - this.field.selectionEnd;
    this.field.value = text;
    this.field.setSelectionRange(text.length - fromEnd, text.length - fromEnd);
  }

  /** @param {string} text @param {{typing?: boolean, via?: string}} [about] */
  #set(text, about = {}) {
    const { draft, refused } = this.parts;
    try {
      if (text !== this.line.text) this.view.session.sync.dispatch({ do: "alt.set", alt: this.line.id, text }, about);
      this.view.session.later();
      draft.value = null;
      refused.value = null;
      this.view.session.refuse(this.line.id, false);
    } catch (error) {
      draft.value = text;
      refused.value = explain(error);
      this.view.session.refuse(this.line.id, true);
      say(refused.value);
    }
  }

  select() {
    if (!this.field) return;
    const { selectionStart: start, selectionEnd: end } = this.field;
    this.view.caret.value = { alt: this.line.id, start, end };
    this.parts.caret.value = start === end ? start : -1;
  }

  /** A cost typed behind the words, {0.5}, becomes the cost of the line. @returns {boolean} whether there was one */
  #takeCost() {
    const typed = typedCost(this.field?.value ?? "");
    if (!typed || this.field.readOnly) return false;
    this.view.session.do(
      together([
        { do: "alt.set", alt: this.line.id, text: typed.text },
        { do: "alt.cost", alt: this.line.id, cost: typed.cost },
      ]),
    );
    this.parts.draft.value = null;
    this.field.value = typed.text;
    say(t("line_edit.cost", { cost: typed.cost }));
    return true;
  }

  blur() {
    const hadCost = this.#takeCost();
    this.nameCard();
    this.parts.caret.value = -1;
    if (hadCost) return;
    if (this.parts.draft.value !== null && !this.parts.refused.value) this.commit(true);
    else if (this.field && !this.field.readOnly) {
      const tokenizer = this.view.session.about.project_about?.tokenizer ?? "none";
      const text = spaced(this.field.value, tokenizer);
      if (text !== this.line.text && !this.parts.refused.value) this.#set(text, { typing: true });
    }
  }

  /** @param {number} offset */
  focusAt(offset) {
    this.field.focus();
    this.field.setSelectionRange(offset, offset);
    this.select();
  }

  /** @param {KeyboardEvent} event @param {any[]} choices @param {number} at */
  key(event, choices, at) {
    if (event.isComposing || event.keyCode === 229 || this.view.drag.peek()) return;
    if (choices.length && this.#listKey(event, choices, at)) return;
    act(event, {
      "next-line": () => this.nextLine(),
      "new-line": () => this.addLine(""),
      "line-up": () => this.#leave(-1),
      "line-down": () => this.#leave(1),
      "move-up": () => this.move(-1),
      "move-down": () => this.move(1),
      "delete-line": () => this.remove(),
      empty: () => (this.field.value.trim() ? this.addLine('""') : this.#set('""')),
      "to-card": () => this.toCard(),
      define: () => this.openAtCaret(),
      menu: () => (this.parts.menu.value = true),
    });
    if (event.key === "Backspace" && !this.field.value && this.card.alternatives.length > 1) {
      event.preventDefault();
      this.remove();
    }
  }

  /** @param {KeyboardEvent} event @param {any[]} choices @param {number} at */
  #listKey(event, choices, at) {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    const moves = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });
    if (plain && event.key in moves)
      this.parts.choice.value = (at + moves[event.key] + choices.length) % choices.length;
    else if (plain && (event.key === "Tab" || event.key === "Enter")) void this.choose(choices[at]);
    else if (plain && event.key === "Escape") this.parts.caret.value = -1;
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Takes a card from the list of completions. @param {import("./completion.jsx").Choice} choice */
  async choose(choice) {
    const typing = openCard(this.field.value, this.parts.caret.value);
    if (!typing) return;
    const { value } = this.field;
    const typed = value.slice(typing.start, this.parts.caret.value);
    let { name } = choice;
    try {
      if (choice.from) name = await copiedName(this.view, choice.from);
    } catch (error) {
      this.view.session.tell(explain(error), "error");
      return;
    }
    // What was typed while the card was copied stays; the line may have been left.
    const now = this.field?.value ?? lineOf(this.view.session.doc.peek(), this.line.id)?.line.text ?? "";
    const at = standing(value, typing.start, typed, now);
    if (at < 0) {
      this.view.session.tell(t("line_edit.is_a_card_of_this", { name }));
      return;
    }
    const [before, after] = [now.slice(0, at), now.slice(at + typed.length)];
    const past = (this.field?.selectionEnd ?? 0) - at - typed.length;
    const piece = `${before && !isSpace(before[before.length - 1]) ? " " : ""}${cardText(name)}`;
    const text = `${before}${piece}${after && isSpace(after[0]) ? after : ` ${after}`}`;
    this.#set(text, { via: choice.from ? "shared" : undefined });
    if (choice.kind === "new") {
      const addition = addCard(this.view.session.doc.peek(), { name, texts: [""], span: this.#spanOf(name, text) });
      this.view.session.do(addition.command);
    }
    const caret = before.length + piece.length + Math.max(1, past + (after && isSpace(after[0]) ? 0 : 1));
    if (document.activeElement === this.field) this.view.wanted.value = { alt: this.line.id, at: caret };
    say(t("line_edit.inserted", { name }));
  }

  /** Names a new card after its first words, while nothing uses it. */
  nameCard() {
    const doc = this.view.session.doc.peek();
    const card = cardOf(doc, this.card.id);
    const first = card?.alternatives.find((line) => line.text.trim());
    if (!card || !first || !/^CARD(-\d+)?$/.test(card.name) || usesOf(doc, card.name).length) return;
    const name = proposedName(
      first.text,
      doc.cards.map((other) => other.name),
    );
    if (!/^CARD/.test(name)) this.view.session.do({ do: "card.rename", card: card.id, name }, { quiet: true });
  }

  nextLine() {
    this.#takeCost();
    this.nameCard();
    const next = this.card.alternatives[this.index + 1];
    if (next && !this.field.value.trim()) return this.view.focusLine(next.id);
    if (next && next.text === "") return this.view.focusLine(next.id);
    return this.field.value.trim() ? this.addLine("") : undefined;
  }

  /** @param {string} text */
  addLine(text) {
    const addition = addLines(this.card.id, [text], this.index + 1);
    if (this.view.session.do(addition.command)) this.view.focusLine(addition.alts[0]);
  }

  /** Leaves the line upwards or downwards when the caret can go no further in it. @param {number} step */
  #leave(step) {
    const { selectionStart, selectionEnd, value, clientHeight } = this.field;
    const single = clientHeight < 2 * parseFloat(getComputedStyle(this.field).lineHeight);
    if (!single && (step < 0 ? selectionStart > 0 : selectionEnd < value.length)) return false;
    const next = this.card.alternatives[this.index + step];
    if (!next) return false;
    this.view.focusLine(next.id, Math.min(selectionStart, next.text.length));
    return true;
  }

  /** @param {number} step */
  move(step) {
    const at = this.index + step;
    if (at < 0 || at >= this.card.alternatives.length) return;
    this.view.session.do({ do: "alt.move", alt: this.line.id, card: this.card.id, at });
    this.view.focusLine(this.line.id);
    say(t("line_edit.line", { at: at + 1 }));
  }

  remove() {
    const next = this.card.alternatives[this.index - 1] ?? this.card.alternatives[this.index + 1];
    if (this.view.session.do({ do: "alt.delete", alt: this.line.id })) say(t("line_edit.alternative_deleted"));
    if (next) this.view.focusLine(next.id);
  }

  /** What is pasted stands there at once, so that it cannot get lost; its words are put apart when the server has
   * said how. @param {ClipboardEvent} event */
  async paste(event) {
    const { tokenizer } = this.view.session.about;
    const lines = pastedLines(event.clipboardData?.getData("text/plain") ?? "").map((line) => spaced(line, tokenizer));
    if (!lines.length) return;
    event.preventDefault();
    const [first, ...rest] = lines;
    const { selectionStart: start, selectionEnd: end, value } = this.field;
    const text = value.slice(0, start) + first + value.slice(end);
    const more = rest.length ? addLines(this.card.id, rest, this.index + 1) : null;
    const set = { do: "alt.set", alt: this.line.id, text };
    const inner = more && (more.command.do === "batch" ? more.command.commands : [more.command]);
    if (!this.view.session.do(together(inner ? [set, ...inner] : [set]))) return;
    this.parts.draft.value = this.parts.refused.value = null;
    this.view.session.refuse(this.line.id, false);
    if (more) this.view.focusLine(/** @type {string} */ (more.alts.at(-1)));
    else this.view.wanted.value = { alt: this.line.id, at: start + first.length };
    if (more && lines.length >= OFFERED_FROM)
      this.view.pasted.value = { card: this.card.id, alts: [this.line.id, ...more.alts] };
    const others = rest.map((piece, index) => ({ alt: more?.alts[index] ?? "", text: piece, start: 0, piece }));
    const pasted = [{ alt: this.line.id, text, start, piece: first }, ...others];
    putApart(this.view, pasted, await splitWords(this.view, lines));
  }

  /** Makes a card of the selected words; asks once whether the same words elsewhere go with them. */
  toCard() {
    const { selectionStart: start, selectionEnd: end } = this.field;
    const doc = this.view.session.doc.peek();
    const selection = selectedTokens(this.line.text, start, end);
    if (!selection) return this.view.session.tell(t("line_edit.select_the_words_first_that"));
    const size = this.view.session.about.segment.tokens.length;
    const place = { card: this.card.id, text: this.line.text, from: selection.from, to: selection.to };
    const span = proposedSpan(doc, size, place);
    const places = samePlaces(doc, selection.text, this.line.id);
    if (places.length) {
      this.view.question = { alt: this.line.id, start, end, span, text: selection.text, places: places.length };
      this.view.dialog.value = "everywhere";
      return undefined;
    }
    return this.makeCard(start, end, span, false);
  }

  /** @param {number} start @param {number} end @param {[number, number]|null} span @param {boolean} everywhere */
  makeCard(start, end, span, everywhere) {
    makeCard(this.view, { alt: this.line.id, start, end, span }, everywhere);
  }

  /** Opens the card at the caret; makes it first if nobody has. */
  openAtCaret() {
    const { selectionStart: start, selectionEnd: end } = this.field;
    const token = scan(this.line.text).find((t) => t.kind === "card" && t.start <= start && end <= t.end);
    if (!token) return false;
    if (!this.view.showNamed(token.value, this.line.id)) this.define(token.value);
    return true;
  }

  /** The words that a card of this line probably stands for. @param {string} name @param {string} text */
  #spanOf(name, text) {
    const from = scan(text).findIndex(({ kind, value }) => kind === "card" && value === name);
    const size = this.view.session.about.segment.tokens.length;
    if (from < 0) return null;
    return proposedSpan(this.view.session.doc.peek(), size, { card: this.card.id, text, from, to: from + 1 });
  }

  /** @param {string} name */
  define(name) {
    const addition = addCard(this.view.session.doc.peek(), {
      name,
      texts: [""],
      span: this.#spanOf(name, this.line.text),
    });
    if (!this.view.session.do(addition.command)) return;
    this.view.trail.push(this.line.id);
    this.view.focusLine(addition.alts[0]);
  }
}

/** Pasted lines with their words split as the project splits them; lines with signs of the grammar stay as they are.
 * @param {View} view @param {string[]} lines @returns {Promise<string[]>} */
async function splitWords(view, lines) {
  const { tokenizer } = view.session.about;
  if (tokenizer === "none" || takesApart(tokenizer)) return lines;
  const isPlain = (/** @type {string} */ text) =>
    !text.includes("\\") && scan(text).every((token) => token.kind === "word");
  const plain = lines.filter(isPlain);
  if (!plain.length) return lines;
  try {
    const { items } = await post(`/sheets/${view.session.about.id}/words`, { texts: plain });
    const words = new Map(plain.map((text, index) => [text, items[index].map(wordText).join(" ")]));
    return lines.map((text) => words.get(text) ?? text);
  } catch {
    return lines; // offline: as it was pasted
  }
}

/** The words of pasted lines, where these still stand; the caret stays between the characters it is between.
 * @param {View} view @param {Parameters<typeof partPasted>[1]} pasted @param {string[]} words */
function putApart(view, pasted, words) {
  const doc = view.session.doc.peek();
  const commands = partPasted(doc, pasted, words);
  const field = /** @type {HTMLTextAreaElement} */ (document.activeElement);
  const here = commands.find(({ alt }) => field?.id === `line-${alt}` && field.value === lineOf(doc, alt)?.line.text);
  const [value, caret] = here ? [field.value, field.selectionEnd] : ["", 0];
  if (!commands.length || !view.session.do(together(commands), { quiet: true, typing: true }) || !here) return;
  const isBefore = here.text.startsWith(value.slice(0, caret));
  view.wanted.value = { alt: here.alt, at: isBefore ? caret : here.text.length - (value.length - caret) };
}

/** @param {View} view @param {{alt: string, start: number, end: number, span: [number, number]|null}} what
 * @param {boolean} everywhere */
export function makeCard(view, { alt, start, end, span }, everywhere) {
  const addition = cardFromSelection(view.session.doc.peek(), alt, start, end, { span, everywhere });
  if (!addition || !view.session.do(addition.command)) return;
  view.trail.push(alt);
  view.show(addition.card, { focus: true });
  view.session.tell(
    t("line_edit.is_a_card_now", {
      name: addition.name,
      span: span ? t("line_edit.its_words_in_the_source", { span: span[0] + 1, span2: span[1] }) : "",
    }),
  );
}

/** Copies a card of another sheet; the name that it has here. @param {View} view
 * @param {{sheet: string, card: string}} from */
export async function copiedName(view, from) {
  const answer = await view.session.ask("copy", { from });
  return view.session.doc.peek().cards.find((card) => card.id === answer.card)?.name ?? "";
}
