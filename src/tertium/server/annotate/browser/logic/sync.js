// Keeps a sheet in step with the server: applies edits at once, sends them, repeats what was not acknowledged,
// takes in what others did first. Knows neither the page nor the network: both are handed in.

import { pushedAll } from "./history.js";
import { newId } from "./ids.js";
import { rebase } from "./rebase.js";
import { apply } from "./reducer.js";
import { t } from "../../../web/browser/texts.js";

/**
 * @typedef {import("./reducer.js").Doc} Doc
 * @typedef {import("./reducer.js").Command} Command
 * @typedef {import("./rebase.js").Pending} Pending
 * @typedef {import("./rebase.js").Event} Event
 * @typedef {import("./rebase.js").Conflict} Conflict
 * @typedef {{status: number, body: any}} Answer
 * @typedef {"saved"|"saving"|"offline"|"signed-out"|"refused"} Saving
 * @typedef {object} Options
 * @property {(base: number, edits: Pending[]) => Promise<Answer>} send rejects when the server cannot be reached
 * @property {(queue: Pending[], conflicts: Conflict[]) => void} keep writes both into the browser's own store
 * @property {() => void} changed something to show has changed
 * @property {(events: Event[]) => void} [tell] tells the other tabs what the server acknowledged
 * @property {() => string} [now]
 */

const TOGETHER = 1000; // keys pressed on one line within this time are one edit
const AT_ONCE = 200;

export class Sync {
  /** @param {{seq: number, doc: Doc, undo: string[], redo: string[], recent: Event[]}} sheet
   * @param {Options} options */
  constructor(sheet, options) {
    this.options = options;
    this.now = options.now ?? (() => new Date().toISOString());
    this.confirmed = { seq: sheet.seq, doc: sheet.doc, stacks: { undo: sheet.undo, redo: sheet.redo } };
    this.doc = sheet.doc;
    /** @type {Pending[]} */
    this.queue = [];
    /** @type {Conflict[]} */
    this.conflicts = [];
    /** @type {Map<string, Command|null>} */
    this.inverses = new Map(sheet.recent.map((event) => [event.edit_id, event.inverse]));
    /** @type {Saving} */
    this.state = "saved";
    /** @type {string|null} */
    this.savedAt = null;
    /** @type {any} the server's problem with the last request */
    this.problem = null;
    /** @type {Promise<void>|null} */
    this.sending = null;
    this.inFlight = 0;
    this.lastTyped = 0;
  }

  get stacks() {
    return pushedAll(this.confirmed.stacks, this.queue);
  }

  /** Takes over edits that a closed tab, or this one before a reload, had not sent. @param {Pending[]} edits
   * @param {Event[]} others what the server has since */
  adopt(edits, others) {
    this.#settle([...edits, ...this.queue], others);
  }

  /** Applies a command and queues it. Throws Refused. @param {Command} command
   * @param {{via?: string, undoes?: string, typing?: boolean}} [about] @returns {string} the edit's id */
  dispatch(command, { via, undoes, typing = false } = {}) {
    const last = this.queue.at(-1);
    const together =
      typing &&
      last &&
      command.do === "alt.set" &&
      last.command.do === "alt.set" &&
      !last.undoes &&
      last.command.alt === command.alt &&
      this.queue.length > this.inFlight &&
      Date.now() - this.lastTyped < TOGETHER;
    const { doc, inverse } = apply(this.doc, command);
    this.doc = doc;
    if (together) {
      last.command = command;
    } else {
      const edit = { edit_id: newId(24), client_at: this.now(), command, inverse, base_seq: this.confirmed.seq };
      this.queue.push({ ...edit, ...(via ? { via } : {}), ...(undoes ? { undoes } : {}) });
      this.lastTyped = typing ? Date.now() : 0;
    }
    if (this.state === "saved") this.state = "saving";
    this.#keep();
    return /** @type {Pending} */ (this.queue.at(-1)).edit_id;
  }

  /** The inverse of an edit, if this tab knows it. @param {string} edit @returns {Command|null|undefined} */
  inverseOf(edit) {
    return this.queue.find((pending) => pending.edit_id === edit)?.inverse ?? this.inverses.get(edit);
  }

  /** Undoes or redoes the last edit. @param {"undo"|"redo"} which @returns {boolean} false: there is none */
  step(which) {
    const edit = this.stacks[which].at(-1);
    const command = edit && this.inverseOf(edit);
    if (!edit || !command) return false;
    this.dispatch(command, { undoes: edit });
    return true;
  }

  /** Takes the stacks that the server has for the confirmed sheet.
   * @param {{undo: string[], redo: string[], recent: Event[]}} sheet */
  restack({ undo, redo, recent }) {
    this.confirmed = { ...this.confirmed, stacks: { undo, redo } };
    for (const event of recent) this.inverses.set(event.edit_id, event.inverse);
    this.options.changed();
  }

  /** Sends what is queued, again and again until nothing is left or the server cannot be reached. */
  flush() {
    if (!this.sending && this.queue.length) this.sending = this.#sendAll();
    return this.sending ?? Promise.resolve();
  }

  async #sendAll() {
    try {
      while (this.queue.length && (await this.#sendOnce()));
    } finally {
      this.sending = null;
      this.inFlight = 0;
      this.#keep();
    }
  }

  async #sendOnce() {
    const edits = this.queue.slice(0, AT_ONCE).map((edit) => ({ ...edit }));
    this.inFlight = edits.length;
    let answer;
    try {
      answer = await this.options.send(this.confirmed.seq, edits);
    } catch {
      this.state = "offline";
      return false;
    }
    const { status, body } = answer;
    this.problem = status < 300 ? null : body;
    if (status === 200) {
      this.#acknowledged(edits, body);
      return true;
    }
    if (status === 409 && body?.events) {
      this.receive(body.events);
      this.state = this.queue.length ? "saving" : "saved"; // the server can be reached, whatever was before
      return true;
    }
    if (status === 401) this.state = "signed-out";
    else if (status >= 500 || status === 429) this.state = "offline";
    else return this.#refused(edits, body);
    return false;
  }

  /** @param {Pending[]} edits @param {{seq: number, acks: {edit_id: string, seq: number, at: string}[]}} body */
  #acknowledged(edits, body) {
    const acks = new Map(body.acks.map((ack) => [ack.edit_id, ack]));
    const events = edits.flatMap((edit) => {
      const ack = acks.get(edit.edit_id);
      return ack && ack.seq > this.confirmed.seq ? [{ ...edit, seq: ack.seq }] : [];
    });
    this.queue = this.queue.filter((edit) => !acks.has(edit.edit_id));
    this.#confirm(events);
    this.savedAt = body.acks.at(-1)?.at ?? this.now();
    this.state = this.queue.length ? "saving" : "saved";
    this.options.tell?.(events);
    if (this.confirmed.seq < body.seq) this.problem = { what: t("sync.other_edits_came_in_between") };
    this.options.changed();
  }

  /** Puts edits that the server refused aside, so that the others go on. @param {Pending[]} edits @param {any} body */
  #refused(edits, body) {
    const bad = edits.find((edit) => edit.edit_id === body?.edit_id) ?? edits[0];
    this.queue = this.queue.filter((edit) => edit.edit_id !== bad.edit_id);
    this.conflicts.push({ mine: bad, theirs: null, reason: body?.reason ?? body?.code ?? "refused" });
    this.#settle(this.queue, []);
    return this.queue.length > 0;
  }

  /** Takes in events of the server, or of another tab. @param {Event[]} events in order */
  receive(events) {
    const next = events.filter((event) => event.seq > this.confirmed.seq);
    if (!next.length || next[0].seq !== this.confirmed.seq + 1) return; // a gap: the server will send all of them
    this.#confirm(next);
    this.#settle(this.queue, next);
  }

  /** @param {Event[]} events */
  #confirm(events) {
    for (const event of events) {
      const result = apply(this.confirmed.doc, event.command);
      this.confirmed = {
        seq: event.seq,
        doc: result.doc,
        stacks: pushedAll(this.confirmed.stacks, [{ ...event, inverse: result.inverse }]),
      };
      this.inverses.set(event.edit_id, result.inverse);
    }
  }

  /** @param {Pending[]} queue @param {Event[]} others */
  #settle(queue, others) {
    const result = rebase(this.confirmed.doc, queue, others, (edit) => this.inverses.get(edit));
    this.doc = result.doc;
    this.queue = result.queue;
    this.conflicts.push(...result.conflicts);
    if (this.queue.length && this.state === "saved") this.state = "saving";
    if (!this.queue.length && this.state === "saving") this.state = "saved";
    this.#keep();
  }

  /** Ends a conflict: with my version once more on top, or without it. @param {Conflict} conflict
   * @param {boolean} mine */
  resolve(conflict, mine) {
    this.conflicts = this.conflicts.filter((other) => other !== conflict);
    if (mine) this.dispatch(conflict.mine.command, { via: conflict.mine.via });
    this.#keep();
  }

  #keep() {
    this.options.keep(this.queue, this.conflicts);
    this.options.changed();
  }
}
