// Requests to the server, and what it answers when it refuses.

import { t } from "./texts.js";

/** The answer of a request that was refused: problem JSON, in words for people. */
export class Problem extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.what ?? t("api.the_server_answered", { status }));
    this.status = status;
    this.body = body ?? {};
  }

  /** What to do about it. */
  get advice() {
    return this.body.do ?? "";
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

/** `keepalive`: the request goes on when the page is left.
 * @typedef {{raw?: boolean, signal?: AbortSignal, keepalive?: boolean}} How */

/**
 * @param {string} method @param {string} path below /api/v1 @param {any} [body] @param {How} [how]
 * @returns {Promise<{status: number, body: any}>}
 */
export async function request(method, path, body, { raw = false, signal, keepalive } = {}) {
  /** @type {RequestInit} */
  const options = { method, credentials: "same-origin", signal, keepalive, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.body = raw ? body : JSON.stringify(body);
    options.headers = { ...options.headers, "Content-Type": raw ? "application/octet-stream" : "application/json" };
  }
  let response;
  try {
    response = await fetch(`/api/v1${path}`, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable(t("api.the_server_cannot_be_reached"));
  }
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { status: response.status, body: isJson && text ? JSON.parse(text) : text || null };
}

/** As `request`, but the body alone; raises Problem. @param {string} method @param {string} path @param {any} [body]
 * @param {How} [how] @returns {Promise<any>} */
export async function call(method, path, body, how) {
  const answer = await request(method, path, body, how);
  if (answer.status >= 400) throw new Problem(answer.status, answer.body);
  return answer.body;
}

export const get = (/** @type {string} */ path) => call("GET", path);
export const post = (/** @type {string} */ path, /** @type {any} */ body = {}) => call("POST", path, body);

/** Waits for a job of the server. @param {string} id @param {(progress: number) => void} [tell]
 * @returns {Promise<any>} */
export async function job(id, tell) {
  for (let wait = 150; ; wait = Math.min(wait * 1.5, 2000)) {
    const state = await get(`/jobs/${id}`);
    if (state.state === "done") return state.result;
    if (state.state === "failed" || state.state === "cancelled") throw new Problem(422, state.error);
    tell?.(state.progress ?? 0);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** All items of a paged list. @param {string} path @param {number} [most] @returns {Promise<any[]>} */
export async function all(path, most = 10_000) {
  const items = [];
  let after = null;
  do {
    const query = after ? `${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}` : "";
    const page = await get(path + query);
    items.push(...page.items);
    after = page.next;
  } while (after && items.length < most);
  return items;
}

/** What a page knows from its template. @returns {any} */
export const pageData = () => JSON.parse(document.body.dataset.page ?? "{}");

export const patch = (/** @type {string} */ path, /** @type {any} */ body, /** @type {How} */ how = {}) =>
  call("PATCH", path, body, how);
