// The browser's own store (IndexedDB): edits that the server has not acknowledged survive a crash of the browser.

import { signal } from "./ui.js";

/**
 * @typedef {import("../../annotate/browser/logic/rebase.js").Pending} Pending
 * @typedef {import("../../annotate/browser/logic/rebase.js").Conflict} Conflict
 * @typedef {{sheet: string, tab: string, queue: Pending[], conflicts: Conflict[]}} Kept
 */

const TRIES = 12; // after a crash of the browser its files may be locked for a moment
const PAUSE = 250;

/** @returns {Promise<IDBDatabase|null>} null: this browser keeps nothing (a private window, a full disk) */
async function open() {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      return await openOnce();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  return null;
}

/** @returns {Promise<IDBDatabase>} */
function openOnce() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("tertium", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("queues", { keyPath: ["sheet", "tab"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @template T @param {IDBDatabase} base @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} */
function within(base, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = base.transaction("queues", mode, { durability: "strict" });
    const request = work(transaction.objectStore("queues"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @type {Promise<IDBDatabase|null>|null} */
let opened = null;

/** Opens the store, once; a page that will need it calls this while the sheet is on its way. */
export const openStore = () => (opened ??= open());

/** Where one tab keeps what it has not sent. Writes follow one another; only the newest waits. */
export class Keeper {
  /** @param {string} sheet @param {string} tab */
  constructor(sheet, tab) {
    this.sheet = sheet;
    this.tab = tab;
    this.base = openStore();
    /** Whether what was not sent survives a crash of this browser. */
    this.works = signal(true);
    /** @type {Kept|null} */
    this.next = null;
    this.writing = false;
  }

  /** @param {Pending[]} queue @param {Conflict[]} conflicts */
  keep(queue, conflicts) {
    this.next = structuredClone({ sheet: this.sheet, tab: this.tab, queue, conflicts });
    if (!this.writing) void this.#write();
  }

  async #write() {
    this.writing = true;
    try {
      const base = await this.base;
      while (this.next) {
        const record = this.next;
        this.next = null;
        if (!base) continue;
        const empty = !record.queue.length && !record.conflicts.length;
        await within(
          base,
          "readwrite",
          (store) => /** @type {IDBRequest<any>} */ (empty ? store.delete([this.sheet, this.tab]) : store.put(record)),
        );
      }
    } catch {
      this.works.value = false; // the edits still go to the server
    } finally {
      this.writing = false;
    }
  }

  /** Takes what closed tabs of this sheet left behind. A tab that is open holds a lock with its name.
   * @returns {Promise<Kept[]>} */
  async leftovers() {
    const base = await this.base;
    this.works.value = base !== null;
    if (!base) return [];
    const range = IDBKeyRange.bound([this.sheet, ""], [this.sheet, "\uffff"]);
    /** @type {Kept[]} */
    const all = await within(base, "readonly", (store) => store.getAll(range));
    const held = new Set((await navigator.locks.query()).held?.map((lock) => lock.name));
    const left = all.filter((record) => record.tab !== this.tab && !held.has(lockName(record.tab)));
    return left.sort((a, b) => ((a.queue[0]?.client_at ?? "") < (b.queue[0]?.client_at ?? "") ? -1 : 1));
  }

  /** Forgets a closed tab once its edits are in this one's queue. @param {string} tab */
  async forget(tab) {
    const base = await this.base;
    if (base) await within(base, "readwrite", (store) => store.delete([this.sheet, tab]));
  }
}

/** @param {string} tab */
const lockName = (tab) => `tertium-tab-${tab}`;

/** Holds this tab's lock for as long as it is open. @param {string} tab */
export function holdLock(tab) {
  return new Promise((resolve) => {
    void navigator.locks.request(lockName(tab), () => {
      resolve(true);
      return new Promise(() => {});
    });
  });
}
