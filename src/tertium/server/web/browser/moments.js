// Times of the server, which are UTC, as people here read them, and back.

/** Date and time to the minute. @param {string|null|undefined} time */
export const localTime = (time) =>
  time ? new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) : "";

/** The time of day to the second. @param {string|null|undefined} time */
export const localClock = (time) => (time ? new Date(time).toLocaleTimeString("en-GB") : "");

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** A time for a field that asks for local date and time. @param {string|null|undefined} time */
export function toField(time) {
  if (!time) return "";
  const at = new Date(time);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What such a field says, as the server keeps it. @param {string} field @returns {string|null} */
export const fromField = (field) => (field ? new Date(field).toISOString().replace(/\.\d+Z$/, "Z") : null);

/** The zone that local times are in, such as Europe/Madrid. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
