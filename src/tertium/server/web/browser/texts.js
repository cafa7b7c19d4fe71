// What people read: messages of the catalogue (server/web/texts) by name, with values put in.

import catalogue from "../texts/en/browser.json" with { type: "json" };

/** @typedef {keyof typeof catalogue} Key */
/** @typedef {Record<string, any>} Values */

const plurals = new Intl.PluralRules("en");

/** @param {Key} key @param {Values} values */
function message(key, values) {
  const found = /** @type {string|Record<string, string>} */ (catalogue[key]);
  return typeof found === "string" ? found : (found[plurals.select(Number(values.n))] ?? found.other);
}

/** A value as people read it; the number `n` has commas between thousands. @param {string} name @param {any} value */
const shown = (name, value) => (name === "n" ? Number(value).toLocaleString("en-GB") : String(value));

/** A message; of its forms the one for the number `n`. @param {Key} key @param {Values} [values] @returns {string} */
export function t(key, values = {}) {
  return message(key, values).replace(/\{(\w+)\}/g, (_, name) => shown(name, values[name]));
}
