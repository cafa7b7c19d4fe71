// Numbers and times as people read them.

import { t } from "../../../web/browser/texts.js";

/** @param {string|null|undefined} digits @returns {string} with commas between thousands */
export const grouped = (digits) => (digits ?? "").replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {number|null|undefined} log10 */
export const power = (log10) => (log10 === null || log10 === undefined ? "–" : `10^${log10.toFixed(1)}`);

/** A number of paths, short: exact up to a million, then its power of ten.
 * @param {{paths: string|null, log10: number|null}|null|undefined} count */
export function shortCount(count) {
  if (!count) return "–";
  return count.paths !== null && count.paths.length <= 6 ? grouped(count.paths) : power(count.log10);
}

/** @param {{paths: string|null, log10: number|null, at_least?: boolean}|null|undefined} count */
export function longCount(count) {
  if (!count) return "–";
  const least = count.at_least ? t("format.at_least") : "";
  if (count.paths === null || count.paths.length > 15) return least + power(count.log10);
  return least + grouped(count.paths) + (count.paths.length > 6 ? ` (${power(count.log10)})` : "");
}

/** How a count changed, in percent or as a factor. @param {number|null} before log10
 * @param {number|null} after log10 */
export function change(before, after) {
  if (before === null || after === null || before === after) return "";
  const factor = 10 ** Math.abs(after - before);
  const size =
    factor < 2
      ? `${Math.max(1, Math.round((factor - 1) * 100))} %`
      : `× ${factor < 100 ? factor.toFixed(1) : power(Math.abs(after - before))}`;
  return after > before ? `▲ ${size}` : `▼ ${size}`;
}

/** @param {number} ms @returns {string} hours and minutes, 1:12 */
export function duration(ms) {
  const minutes = Math.floor(ms / 60000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** @param {string|null} time @returns {string} 14:03:22, in the reader's zone */
export const clock = (time) => (time ? new Date(time).toLocaleTimeString("en-GB") : "");

/** @param {string|null|undefined} time @param {number} [now] */
export function ago(time, now = Date.now()) {
  if (!time) return "–";
  const seconds = (now - Date.parse(time)) / 1000;
  if (seconds < 60) return t("format.just_now");
  if (seconds < 3600) return t("format.min_ago", { math: Math.floor(seconds / 60) });
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}
