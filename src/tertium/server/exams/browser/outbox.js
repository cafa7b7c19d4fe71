// What a candidate has typed and the server has not yet: sent soon after a pause, kept in the browser until it is
// there.

import { Problem, Unreachable } from "../../web/browser/api.js";

export const PAUSE_MS = 600; // after the last key
export const LONGEST_MS = 5000; // while somebody types without a pause
export const LAST_MS = 10_000; // before the end, everything is sent at once

/**
 * `typed` is the server's time in milliseconds, as well as the page knows it.
 * @typedef {{edit_id: string, passage: string, sentence: number, text: string, typed: number}} Edit
 * @typedef {{state: "saved"|"saving"|"offline"|"refused", unsent: number, at: string, problem: string, late:
 * number}} Status
 */

/** Edits on their way. Knows neither pages nor clocks of its own, so that it can be tested. */
export class Outbox {
  /** @type {Edit[]} */
  waiting = [];
  late = 0;
  at = "";
  problem = "";
  #sending = false;
  #first = 0;
  #last = 0;
  #failures = 0;
  #retry = 0;

  /** @param {{send: (edits: any[]) => Promise<{at: string, left_ms: number, late: string[]}>, now: () => number,
   *   id: () => string, keep: (edits: Edit[]) => void, tell: (status: Status) => void,
   *   clock: (left_ms: number) => void}} tools */
  constructor(tools) {
    this.tools = tools;
  }

  /** @returns {Status} */
  get status() {
    const state = this.problem ? "refused" : this.#failures ? "offline" : this.waiting.length ? "saving" : "saved";
    return { state, unsent: this.waiting.length, at: this.at, problem: this.problem, late: this.late };
  }

  /** A sentence as it stands now. @param {string} passage @param {number} sentence @param {string} text
   * @param {number} [typed] */
  write(passage, sentence, text, typed = this.tools.now()) {
    // What is on its way may arrive; so a newer text is another edit.
    const old = this.waiting.findIndex(
      (edit) => edit.passage === passage && edit.sentence === sentence && !this.#isSent(edit),
    );
    const edit = { edit_id: this.tools.id(), passage, sentence, text, typed };
    if (old >= 0) this.waiting.splice(old, 1, edit);
    else this.waiting.push(edit);
    if (!this.#first) this.#first = this.tools.now();
    this.#last = this.tools.now();
    this.tools.keep(this.waiting);
    this.tools.tell(this.status);
  }

  /** @type {Set<string>} */
  #sent = new Set();
  /** @param {Edit} edit */
  #isSent(edit) {
    return this.#sent.has(edit.edit_id);
  }

  /** Sends what is due; called several times a second. @param {boolean} [all] now, whatever the clock says
   * @param {boolean} [hurry] without waiting for a pause */
  async tick(all = false, hurry = false) {
    const now = this.tools.now();
    if (this.#sending || !this.waiting.length) return;
    if (!all && now < this.#retry) return;
    const typing = now - this.#last < PAUSE_MS && now - this.#first < LONGEST_MS;
    if (!all && !hurry && !this.#failures && typing) return;
    this.#sending = true;
    const batch = this.waiting.slice(0, 200);
    for (const edit of batch) this.#sent.add(edit.edit_id);
    try {
      const sent = batch.map(({ typed, ...edit }) => ({
        ...edit,
        ago_ms: Math.max(0, Math.round(this.tools.now() - typed)),
      }));
      const answer = await this.tools.send(sent);
      this.#forget(batch);
      this.late += answer.late.length;
      this.at = answer.at;
      this.problem = "";
      this.#failures = 0;
      this.#first = 0;
      this.tools.clock(answer.left_ms);
    } catch (error) {
      this.#failed(error, batch);
    } finally {
      this.#sending = false;
      this.tools.keep(this.waiting);
      this.tools.tell(this.status);
    }
  }

  /** @param {Edit[]} batch */
  #forget(batch) {
    const done = new Set(batch.map((edit) => edit.edit_id));
    this.waiting = this.waiting.filter((edit) => !done.has(edit.edit_id));
    for (const id of done) this.#sent.delete(id);
  }

  /** @param {unknown} error @param {Edit[]} batch */
  #failed(error, batch) {
    const lasting = error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (!lasting && !(error instanceof Unreachable) && !(error instanceof Problem)) throw error;
    for (const edit of batch) this.#sent.delete(edit.edit_id);
    if (lasting) this.problem = `${error.message}${error.advice ? `: ${error.advice}` : ""}`;
    this.#failures += 1;
    this.#retry = this.tools.now() + Math.min(1000 * 2 ** Math.min(this.#failures - 1, 4), 10_000);
  }
}

/** Time left as h:mm:ss. @param {number} ms */
export function timeLeft(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
