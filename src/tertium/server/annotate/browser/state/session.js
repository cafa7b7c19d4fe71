// One sheet in one tab: its state as signals, its edits on their way, the other tabs, and the time at work.

import { Problem, request, Unreachable } from "../../../web/browser/api.js";
import { newId } from "../logic/ids.js";
import { EDITABLE, Refused } from "../logic/reducer.js";
import { Sync } from "../logic/sync.js";
import { batch, computed, say, signal } from "../../../web/browser/ui.js";
import { holdLock, Keeper } from "../../../web/browser/local_store.js";
import { t } from "../../../web/browser/texts.js";
import { may } from "../../../web/browser/permissions.js";

const SEND_AFTER = 250;
const TRY_AGAIN = 3000;
const FOLLOW_EVERY = 4000; // how often a sheet of somebody else is looked at
const MANY = 200; // edits that go along with a question
const OPENED_WITH = 200; // steps of undo that a sheet opens with

/** @typedef {import("../logic/reducer.js").Command} Command */
/** @typedef {import("../logic/reducer.js").Doc} Doc */

/** Why a command is refused, for people. @type {Record<string, string>} */
export const REASONS = {
  "name-taken": t("session.another_card_has_this_name"),
  "bad-name": t("session.a_card_s_name_has"),
  "bad-text": t("session.a_text_has_at_most"),
  "bad-cost": t("session.a_cost_is_a_number"),
  limit: t("session.a_sheet_has_at_most"),
  state: t("session.the_sheet_is_not_open"),
  "no-card": t("session.this_card_is_no_longer"),
  "no-alternative": t("session.this_line_is_no_longer"),
  "id-taken": t("session.this_is_already_there"),
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
    /** Lines whose text the sheet refuses: what stands there is nowhere else. */
    this.unsaved = signal(/** @type {ReadonlySet<string>} */ (new Set()));
    this.editable = computed(() => may(sheet, "sheet.edit") && EDITABLE.includes(this.doc.value.state));
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
    const [leftovers] = await Promise.all([this.keeper.leftovers(), holdLock(this.tab)]);
    for (const left of leftovers) {
      this.sync.conflicts.push(...left.conflicts);
      this.sync.adopt(left.queue, this.about.recent);
      await this.keeper.forget(left.tab);
      if (left.queue.length) say(t("session.edits_that_this_browser_had", { n: left.queue.length }));
    }
    void this.sync.flush();
    if (!this.about.own) setInterval(() => document.hidden || void this.#follow(), FOLLOW_EVERY);
  }

  /** Takes in what the owner of the sheet has written since. */
  async #follow() {
    try {
      const { status, body } = await request("GET", `/sheets/${this.about.id}/history?limit=200`);
      if (status !== 200) return;
      const events = body.items.reverse();
      if (events[0]?.seq > this.sync.confirmed.seq + 1)
        location.reload(); // too much to catch up with
      else this.sync.receive(events);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
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

  /** Notes whether the text of a line is refused. @param {string} alt @param {boolean} refused */
  refuse(alt, refused) {
    if (this.unsaved.peek().has(alt) === refused) return;
    const others = [...this.unsaved.peek()].filter((id) => id !== alt);
    this.unsaved.value = new Set(refused ? [...others, alt] : others);
  }

  /** What a question about this sheet says of it: the edits that the server may not have yet. Many wait only after
   * the server could not be reached; they are sent first. @returns {Promise<{edits: any[]}>} */
  async draft() {
    if (this.sync.queue.length > MANY) await this.sync.flush();
    return { edits: this.sync.queue.map(({ edit_id, command }) => ({ edit_id, command })) };
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
    if (!edit)
      return this.tell(
        which === "undo" ? t("session.there_is_nothing_to_undo") : t("session.there_is_nothing_to_redo"),
      );
    try {
      if (!this.sync.inverseOf(edit)) await this.#fetchOlder(edit);
      this.sync.step(which);
      this.later();
      say(which === "undo" ? t("session.undone") : t("session.redone"));
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
    if (this.sync.queue.length) throw new Unreachable(t("session.the_server_cannot_be_reached"));
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
  if (error.reason !== "cycle") return REASONS[error.reason] ?? t("session.this_is_refused", { reason: error.reason });
  return t("session.a_card_would_contain_itself", { value: error.path?.map((name) => `[${name}]`).join(" → ") });
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
