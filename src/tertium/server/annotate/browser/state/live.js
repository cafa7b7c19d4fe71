// Live answers: count, problems, samples, closest paths. One request 80 ms after the last change; the latest wins.

import { request, Unreachable } from "../../../web/browser/api.js";
import { computed, effect, signal } from "../../../web/browser/ui.js";

const WAIT = 80;

/**
 * @typedef {{paths: string|null, log10: number|null, at_least?: boolean}} Count
 * @typedef {{level: string, code: string, card: string|null, alt: string|null, column: number|null, what: string,
 * do: string}} Found
 */

export class Live {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {import("@preact/signals").Signal<any>} */
    this.answer = signal(null);
    this.state = signal(/** @type {"asking"|"fresh"|"offline"|"failed"} */ ("asking"));
    this.problem = signal(/** @type {any} */ (null));
    this.seed = signal(1);
    this.asked = signal(/** @type {string[]} */ ([]));
    /** log10 of the paths before the last change of the count */
    this.before = signal(/** @type {number|null} */ (null));
    this.number = 0;
    this.timer = 0;
    /** @type {AbortController|null} */
    this.running = null;
    this.problems = computed(() => /** @type {Found[]} */ (this.answer.value?.problems ?? []));
    effect(() => {
      void [session.doc.value, this.seed.value, this.asked.value];
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.ask(), this.answer.peek() ? WAIT : 0);
    });
    addEventListener("online", () => void this.ask());
  }

  /** Asks now; an older question that is still open is dropped. */
  async ask() {
    this.running?.abort();
    const running = (this.running = new AbortController());
    const number = (this.number += 1);
    this.state.value = "asking";
    const draft = await this.session.draft();
    if (number !== this.number) return;
    const question = {
      ...draft,
      request: number,
      seed: this.seed.peek(),
      samples: 5,
      ask: this.asked.peek().filter(Boolean),
      watch: true,
      shown: true,
    };
    try {
      const { status, body } = await request("POST", `/sheets/${this.session.about.id}/check`, question, {
        signal: running.signal,
      });
      if (number !== this.number) return;
      if (status === 200) this.#take(body);
      else {
        this.problem.value = body;
        this.state.value = status === 401 ? "offline" : "failed";
      }
    } catch (error) {
      if (error instanceof Unreachable && number === this.number) this.state.value = "offline";
      else if (!(error instanceof DOMException) && !(error instanceof Unreachable)) throw error;
    }
  }

  /** @param {any} body */
  #take(body) {
    const old = this.answer.peek()?.count.log10 ?? null;
    if (old !== body.count.log10) this.before.value = old;
    this.answer.value = body;
    this.problem.value = null;
    this.state.value = "fresh";
    performance.mark("live-answer", { detail: body.request });
  }

  /** @param {string} card @returns {Count & {uses: number}|undefined} */
  card(card) {
    return this.answer.value?.cards?.[card];
  }

  /** @param {string} alt @returns {Count|undefined} */
  line(alt) {
    return this.answer.value?.alternatives?.[alt];
  }

  /** Another five random sentences. */
  again() {
    this.seed.value += 1;
  }
}
