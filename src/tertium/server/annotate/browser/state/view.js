// What the page shows of a sheet: the open card, the line with the caret, dialogs. Shared by all parts of the editor.

import { batch, say, signal } from "../../../web/browser/ui.js";
import { addCard, addLines, cardNamed, cardOf, lineOf } from "../logic/edits.js";
import { latest } from "../../../web/browser/latest.js";
import { cardText, isSpace } from "../logic/words.js";
import { explain } from "./session.js";
import { t } from "../../../web/browser/texts.js";

export class View {
  /** @param {import("./session.js").Session} session @param {import("./live.js").Live} live
   * @param {import("./active_time.js").Work} work */
  constructor(session, live, work) {
    this.session = session;
    this.live = live;
    this.work = work;
    this.card = signal(/** @type {string|null} */ (session.doc.peek().root ?? session.doc.peek().cards[0]?.id ?? null));
    /** The line that has, or had, the caret, and its selection. */
    this.caret = signal(/** @type {{alt: string, start: number, end: number}|null} */ (null));
    /** The line that should get the focus once it is drawn. */
    this.wanted = signal(/** @type {{alt: string, at: number|"end"}|null} */ (null));
    this.dialog = signal(/** @type {string|null} */ (null));
    this.panel = signal(/** @type {"railroad"|"text"|null} */ (null));
    /** Pasted lines of a card, whose common parts can become cards. */
    this.pasted = signal(/** @type {{card: string, alts: string[]}|null} */ (null));
    this.drag = signal(/** @type {any} */ (null));
    /** The lines that cards were opened from, newest last. @type {string[]} */
    this.trail = [];
    /** What a dialog asks about. @type {any} */
    this.question = null;
    /** Called with each question for a merge; only one of them gets its dialog. */
    this.merging = latest();
    /** Renames the open card. @type {(() => void)|null} */
    this.rename = null;
  }

  /** @returns {import("../logic/reducer.js").Doc} */
  get doc() {
    return this.session.doc.value;
  }

  /** The card that is open; another one, if it has gone. */
  get open() {
    const { doc } = this;
    return cardOf(doc, this.card.value) ?? cardOf(doc, doc.root) ?? doc.cards[0];
  }

  /** Opens a card, and puts the caret into one of its lines if wished. @param {string} card
   * @param {{alt?: string|null, focus?: boolean}} [where] */
  show(card, { alt, focus = false } = {}) {
    const found = cardOf(this.session.doc.peek(), card);
    if (!found) return;
    batch(() => {
      this.card.value = card;
      const line = alt ?? found.alternatives.at(-1)?.id;
      if (focus && line) this.focusLine(line);
    });
    say(t("view.card_is_open_alternatives", { name: found.name, n: found.alternatives.length }));
  }

  /** Opens a card that a line names; `back` returns to that line. @param {string} name @param {string} [from]
   * @param {boolean} [focus] */
  showNamed(name, from, focus = true) {
    const card = cardNamed(this.session.doc.peek(), name);
    if (!card) return false;
    if (from) this.trail.push(from);
    this.show(card.id, { focus });
    return true;
  }

  /** Goes back to the line from which this card was opened. */
  back() {
    const alt = this.trail.pop();
    if (alt && lineOf(this.session.doc.peek(), alt)) this.focusLine(alt);
    else if (this.doc.root) this.show(this.doc.root, { focus: true });
  }

  /** Puts the caret into a line, also of another card. @param {string} alt @param {number|"end"} [at] */
  focusLine(alt, at = "end") {
    const found = lineOf(this.session.doc.peek(), alt);
    batch(() => {
      if (found) this.card.value = found.card.id;
      this.wanted.value = { alt, at };
    });
  }

  /** Makes a card and puts the caret into it; `root`: whether it is the sentence, where there is none yet.
   * @param {string} [name] @param {boolean} [root] */
  newCard(name, root) {
    const doc = this.session.doc.peek();
    const addition = addCard(doc, { name: name ?? (doc.cards.length ? undefined : "S"), texts: [""], root });
    if (!this.session.do(addition.command)) return;
    this.focusLine(addition.alts[0]);
    this.card.value = addition.card;
    say(t("view.new_card", { name: addition.name }));
  }

  /** Puts a reference to a card where the caret is or was; without one, into a new line of the open card.
   * @param {string} name */
  insert(name) {
    const doc = this.session.doc.peek();
    const caret = this.caret.peek();
    const found = caret && lineOf(doc, caret.alt);
    const card = this.open;
    if (!found || found.card.id !== card?.id) {
      const addition = card && addLines(card.id, [cardText(name)]);
      if (addition && this.session.do(addition.command)) this.focusLine(addition.alts[0]);
      return;
    }
    const { text } = found.line;
    const [before, after] = [text.slice(0, caret.start), text.slice(caret.end)];
    const left = before && !isSpace(before[before.length - 1]) ? `${before} ` : before;
    const right = after && !isSpace(after[0]) ? ` ${after}` : after || " ";
    const set = `${left}${cardText(name)}${right}`;
    if (this.session.do({ do: "alt.set", alt: caret.alt, text: set }))
      this.focusLine(caret.alt, set.length - right.length + 1);
  }

  /** @param {"railroad"|"text"} panel */
  toggle(panel) {
    this.panel.value = this.panel.value === panel ? null : panel;
  }

  async reopen() {
    try {
      await this.session.ask("reopen", {});
      location.reload();
    } catch (error) {
      this.session.tell(explain(error), "error");
    }
  }
}
