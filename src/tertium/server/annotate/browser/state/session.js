// One sheet in one tab: its state as signals, its edits on their way, the other tabs, and the time at work.

import { Problem, request, Unreachable } from "../../../web/browser/api.js";
import { newId } from "../logic/ids.js";
import { EDITABLE, Refused } from "../logic/reducer.js";
import { Sync } from "../logic/sync.js";
import { batch, computed, say, signal } from "../../../web/browser/ui.js";
import { holdLock, Keeper } from "../../../web/browser/local_store.js";

const SEND_AFTER = 250;
const TRY_AGAIN = 3000;
const OPENED_WITH = 200; // steps of undo that a sheet opens with

/** @typedef {import("../logic/reducer.js").Command} Command */
/** @typedef {import("../logic/reducer.js").Doc} Doc */

/** Why a command is refused, for people. @type {Record<string, string>} */
export const REASONS = {
  "name-taken": "Another card has this name.",
  "bad-name": "A card’s name has 1 to 200 characters, no space at either end and no control characters.",
  "bad-text": "A text has at most 2,000 characters and no control characters.",
  "bad-cost": "A cost is a number from 0.",
  limit: "A sheet has at most 5,000 cards, 20,000 alternatives and 500 watched texts.",
  state: "The sheet is not open. Reopen it to change it.",
  "no-card": "This card is no longer there.",
  "no-alternative": "This line is no longer there.",
  "id-taken": "This is already there.",
};

export class Session {
  /** @param {any} sheet the answer of GET /sheets/{id} */
  constructor(sheet) {
    this.about = sheet;
    this.tab = `t${newId(12)}`;
    this.keeper = new Keeper(sheet.id, this.tab);
    this.doc = signal(/** @type {Doc} */ (sheet.doc));
    this.saving = signal({
      state: "saved",
      pending: 0,
      at: /** @type {string|null} */ (null),
      problem: /** @type {any} */ (null),
    });
    this.stacks = signal({ undo: sheet.undo, redo: sheet.redo });
    /** Whether the server has more to undo or redo than this tab knows. */
    this.more = signal({ undo: sheet.undo.length >= OPENED_WITH, redo: sheet.redo.length >= OPENED_WITH });
    this.conflicts = signal(/** @type {any[]} */ ([]));
    this.message = signal(/** @type {{text: string, level: string}|null} */ (null));
    this.editable = computed(() => sheet.may.includes("edit") && EDITABLE.includes(this.doc.value.state));
    this.timer = 0;
    this.sync = new Sync(sheet, {
      send: (base, edits) => this.#send(base, edits),
      keep: (queue, conflicts) => this.keeper.keep(queue, conflicts),
      changed: () => this.#show(),
      tell: (events) => this.channel.postMessage({ events }),
    });
    this.channel = new BroadcastChannel(`tertium-sheet-${sheet.id}`);
    this.channel.onmessage = ({ data }) => this.sync.receive(data.events);
    addEventListener("online", () => void this.sync.flush());
    addEventListener("pagehide", () => void this.sync.flush());
    setInterval(() => this.sync.queue.length && void this.sync.flush(), TRY_AGAIN);
  }

  /** Takes over what closed tabs, or this one before a crash, had not sent. */
  async start() {
    const [kept] = await Promise.all([this.keeper.leftovers(), holdLock(this.tab)]);
    for (const left of kept) {
      this.sync.conflicts.push(...left.conflicts);
      this.sync.adopt(left.queue, this.about.recent);
      await this.keeper.forget(left.tab);
      if (left.queue.length) say(`${left.queue.length} edits that this browser had kept are back.`);
    }
    void this.sync.flush();
  }

  /** @param {number} base @param {any[]} edits */
  async #send(base, edits) {
    const events = edits.map(({ edit_id, client_at, command, undoes, via }) => ({
      edit_id,
      client_at,
      command,
      ...(undoes ? { undoes } : {}),
      ...(via ? { via } : {}),
    }));
    return request("POST", `/sheets/${this.about.id}/events`, { base_seq: base, tab: this.tab, events });
  }

  #show() {
    if (!this.sync) return;
    batch(() => {
      this.doc.value = this.sync.doc;
      this.stacks.value = this.sync.stacks;
      this.conflicts.value = [...this.sync.conflicts];
      const { state, savedAt: at, problem } = this.sync;
      this.saving.value = { state, at, pending: this.sync.queue.length, problem };
    });
  }

  /** Does a command; false when the sheet refuses it, and then it says why. @param {Command} command
   * @param {{via?: string, undoes?: string, typing?: boolean, quiet?: boolean}} [about] */
  do(command, about = {}) {
    try {
      this.sync.dispatch(command, about);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!about.quiet) this.tell(refusal(error), "error");
      return false;
    }
    if (!about.typing) this.message.value = null;
    this.later();
    return true;
  }

  /** Sends soon; keys that follow at once go along. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sync.flush(), SEND_AFTER);
  }

  /** @param {"undo"|"redo"} which */
  async step(which) {
    if (!this.sync.stacks[which].length) await this.#fetchStacks();
    const edit = this.sync.stacks[which].at(-1);
    if (!edit) return this.tell(which === "undo" ? "There is nothing to undo." : "There is nothing to redo.");
    try {
      if (!this.sync.inverseOf(edit)) await this.#fetchOlder(edit);
      this.sync.step(which);
      this.later();
      say(which === "undo" ? "Undone." : "Redone.");
    } catch (error) {
      this.tell(explain(error), "error");
    }
  }

  /** Fetches what can be undone and redone; a sheet opens with the newest of it only. */
  async #fetchStacks() {
    await this.sync.flush();
    if (this.sync.queue.length) return; // offline: what is here is all there is
    const { status, body } = await request("GET", `/sheets/${this.about.id}`);
    if (status === 200 && body.seq === this.sync.confirmed.seq) {
      this.sync.restack(body);
      this.more.value = { undo: body.undo.length >= OPENED_WITH, redo: body.redo.length >= OPENED_WITH };
    }
  }

  /** Fetches older events until the inverse of an edit is known. @param {string} edit */
  async #fetchOlder(edit) {
    let before = this.about.recent[0]?.seq ?? this.sync.confirmed.seq + 1;
    while (!this.sync.inverseOf(edit) && before > 1) {
      const answer = await request("GET", `/sheets/${this.about.id}/history?before=${before}&limit=200`);
      if (answer.status !== 200) throw new Problem(answer.status, answer.body);
      if (!answer.body.items.length) return;
      for (const event of answer.body.items) this.sync.inverses.set(event.edit_id, event.inverse);
      before = answer.body.items.at(-1).seq;
    }
  }

  /** Sends until nothing waits; leaving a line may have added an edit while others were on their way. */
  async #sendAll() {
    do await this.sync.flush();
    while (this.sync.queue.length && this.sync.state === "saving");
  }

  /** A change that only the server can make (text view, copies, submitting): sends what waits, then asks.
   * @param {string} path below the sheet @param {any} body @returns {Promise<any>} the answer's body */
  async ask(path, body) {
    await this.#sendAll();
    if (this.sync.queue.length) throw new Unreachable("the server cannot be reached; your edits are kept");
    const answer = await request("POST", `/sheets/${this.about.id}/${path}`, {
      base_seq: this.sync.confirmed.seq,
      edit_id: newId(24),
      ...body,
    });
    if (answer.status === 409 && answer.body?.events) {
      this.sync.receive(answer.body.events);
      return this.ask(path, body);
    }
    if (answer.status >= 400) throw new Problem(answer.status, answer.body);
    if (answer.body?.event) {
      this.sync.receive([answer.body.event]);
      this.channel.postMessage({ events: [answer.body.event] });
    }
    return answer.body;
  }

  /** @param {string} text @param {string} [level] */
  tell(text, level = "note") {
    this.message.value = { text, level };
    say(text);
  }
}

/** @param {Refused} error */
export function refusal(error) {
  if (error.reason !== "cycle") return REASONS[error.reason] ?? `This is refused: ${error.reason}.`;
  return `A card would contain itself: ${error.path?.map((name) => `[${name}]`).join(" → ")}.`;
}

/** @param {unknown} error @returns {string} what went wrong, and what to do */
export function explain(error) {
  if (error instanceof Refused) return refusal(error);
  if (error instanceof Problem) return `${sentence(error.message)} ${sentence(error.advice)}`.trim();
  if (error instanceof Unreachable) return sentence(error.message);
  throw error;
}

/** @param {string} text */
const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1).replace(/\.?$/, ".") : "");
