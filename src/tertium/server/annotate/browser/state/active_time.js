// Time at work: intervals of keys, clicks and scrolling, told to the server every 30 s.

import { request } from "../../../web/browser/api.js";
import { signal } from "../../../web/browser/ui.js";

const GAP = 15_000; // longer pauses end an interval; the server adds pauses of up to a minute
const PAUSE = 60_000;
const BEAT = 30_000;

export class Work {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {{started: number, ended: number, keys: number, edits: number}|null} */
    this.interval = null;
    this.before = session.about.active_ms ?? 0;
    this.closed = 0;
    this.told = 0;
    this.active = signal(this.before);
    addEventListener("keydown", () => this.#mark(true), { capture: true, passive: true });
    for (const name of ["pointerdown", "wheel", "compositionupdate"]) {
      addEventListener(name, () => this.#mark(false), { capture: true, passive: true });
    }
    setInterval(() => this.#beat(), BEAT);
    addEventListener("pagehide", () => this.#beat(true));
    document.addEventListener("visibilitychange", () => document.hidden && this.#beat(true));
  }

  /** @param {boolean} key */
  #mark(key) {
    const now = Date.now();
    if (this.interval && now - this.interval.ended > GAP) this.#close(now);
    this.interval ??= { started: now, ended: now, keys: 0, edits: 0 };
    this.interval.ended = now;
    if (key) this.interval.keys += 1;
    this.active.value = this.before + this.closed + (this.interval.ended - this.interval.started);
  }

  /** @param {number} now */
  #close(now) {
    if (!this.interval) return;
    this.#beat();
    const pause = now - this.interval.ended;
    this.closed += this.interval.ended - this.interval.started + (pause <= PAUSE ? pause : 0);
    this.interval = null;
  }

  /** @param {boolean} [leaving] */
  #beat(leaving = false) {
    if (!this.interval || this.interval.ended === this.told || !this.session.editable.peek()) return;
    this.told = this.interval.ended;
    const { started, ended, keys } = this.interval;
    const interval = {
      started: new Date(started).toISOString(),
      ended: new Date(ended).toISOString(),
      keys,
      edits: this.session.sync.confirmed.seq - this.session.about.seq,
    };
    const path = `/sheets/${this.session.about.id}/work`;
    const body = { tab: this.session.tab, intervals: [interval] };
    if (leaving) navigator.sendBeacon(`/api/v1${path}`, new Blob([JSON.stringify(body)], { type: "application/json" }));
    else request("POST", path, body).catch(() => (this.told = 0)); // told again with the next beat
  }
}
