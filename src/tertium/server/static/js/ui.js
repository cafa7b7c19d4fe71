// The three libraries under one roof: `html` for elements, signals for state. Put in place by `make web`.

import htm from "../vendor/htm.js";
import { Fragment, h, render } from "../vendor/preact.js";

export { Fragment, h, render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact-hooks.js";
export { batch, computed, effect, signal, useComputed, useSignal } from "../vendor/signals.js";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);

/** Tells screen readers, politely, what happened. @param {string} message */
export function say(message) {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = message));
}

const mounted = new Set();

/** Puts a component into the element with this id. @param {string} id @param {any} content */
export function mount(id, content) {
  const place = document.getElementById(id);
  if (!place) return;
  if (!mounted.has(id)) place.replaceChildren(); // "Loading …"
  mounted.add(id);
  render(content, place);
}
