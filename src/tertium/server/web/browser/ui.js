// Drawing and telling: Preact and its signals under one roof, and a voice for screen readers.

import { render } from "preact";

export { render };
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
export { batch, computed, effect, signal, useComputed, useSignal } from "@preact/signals";

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
