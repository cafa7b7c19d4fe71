// Dragging by mouse, touch and keys over one set of places: elements with data-drop, things with data-drag.

import { draggedName, dropCommand, placeName } from "../logic/drops.js";
import { lineOf, pieces } from "../logic/edits.js";
import { say } from "../../../web/browser/ui.js";
import { t } from "../../../web/browser/texts.js";

const THRESHOLD = 8;
const EDGE = 48; // nearer to the window's edge than this, it scrolls
const HOLD = 400; // ms that a finger rests on a thing without a grip to pick it up; a finger that moves at once scrolls

/** @typedef {import("../logic/drops.js").Dragged} Dragged */
/** @typedef {import("../logic/drops.js").Place} Place */

/** @param {string} text such as `word:ALT:2` @returns {Dragged|null} */
function parseDrag(text) {
  const [kind, id, index] = text.split(":");
  if (kind === "alt") return { kind, alt: id };
  if (kind === "card") return { kind, card: id };
  return kind === "word" ? { kind, alt: id, index: Number(index) } : null;
}

/** The place under a point. @param {Element|null} element @param {number} x @param {number} y @returns {Place|null} */
function placeAt(element, x, y) {
  const target = element?.closest("[data-drop]");
  if (!(target instanceof HTMLElement)) return null;
  const [kind, id] = (target.dataset.drop ?? "").split(":");
  if (kind === "card" || kind === "new") return { kind, card: id };
  const box = target.getBoundingClientRect();
  return { kind: "line", alt: id, index: tokenAt(target, x, y), after: y > box.top + box.height / 2 };
}

/** Before which token of a line a point lies. @param {HTMLElement} line @param {number} x @param {number} y */
function tokenAt(line, x, y) {
  const tokens = [...line.querySelectorAll("[data-token]")];
  for (const [index, token] of tokens.entries()) {
    const box = token.getBoundingClientRect();
    const rightToLeft = getComputedStyle(token).direction === "rtl";
    const middle = box.left + box.width / 2;
    if (y < box.top || (y <= box.bottom && (rightToLeft ? x > middle : x < middle))) return index;
  }
  return tokens.length;
}

/** The places that a target stands for; for words and cards a line has one before each token.
 * @param {import("../logic/reducer.js").Doc} doc @param {Dragged} dragged @param {Element} target @returns {Place[]} */
function placesOf(doc, dragged, target) {
  const [kind, id] = (target.getAttribute("data-drop") ?? "").split(":");
  if (kind === "card" || kind === "new") return [{ kind, card: id }];
  if (dragged.kind === "alt") {
    return [
      { kind: "line", alt: id, index: 0, after: false },
      { kind: "line", alt: id, index: 0, after: true },
    ];
  }
  const count = pieces(lineOf(doc, id)?.line.text ?? "").length;
  return Array.from({ length: count + 1 }, (_, index) => ({ kind: "line", alt: id, index, after: false }));
}

export class Dragging {
  /** @param {import("./view.js").View} view @param {HTMLElement} root */
  constructor(view, root) {
    this.view = view;
    this.root = root;
    /** @type {{x: number, y: number, dragged: Dragged, pointer: number}|null} */
    this.start = null;
    this.waits = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", (event) => this.start?.pointer === event.pointerId && this.cancel());
    // Once something is picked up, a finger moves it and not the page, selects nothing and opens no menu.
    for (const kind of ["touchmove", "selectstart", "contextmenu"]) {
      root.addEventListener(kind, (event) => this.view.drag.peek() && event.preventDefault(), { passive: false });
    }
    // What a pointer picks up need not have the focus, and Escape must reach it all the same.
    addEventListener("keydown", (event) => this.#key(event), { capture: true });
    // A drag is not a click: the browser sends one after the release. A click that has a press of its own is one.
    root.addEventListener("click", (event) => this.#swallow(event), { capture: true });
    this.released = false;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary) return; // another finger
    this.released = false;
    const target = event.target instanceof Element ? event.target.closest("[data-drag]") : null;
    if (!(target instanceof HTMLElement) || event.button !== 0 || !this.view.session.editable.peek()) return;
    const dragged = parseDrag(target.dataset.drag ?? "");
    if (!dragged) return;
    this.#forget();
    const start = { x: event.clientX, y: event.clientY, dragged, pointer: event.pointerId };
    this.start = start;
    this.waits = event.pointerType === "touch" && !target.matches("[data-handle]");
    if (this.waits) this.timer = setTimeout(() => this.#pickUp(start.x, start.y), HOLD);
  }

  /** @param {number} x @param {number} y */
  #pickUp(x, y) {
    if (!this.start) return;
    this.waits = false;
    this.root.setPointerCapture(this.start.pointer);
    getSelection()?.removeAllRanges();
    say(t("drag.picked_up", { value: this.#name(this.start.dragged) }));
    this.#show(x, y);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.start || this.start.pointer !== event.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (this.view.drag.peek()) {
      event.preventDefault();
      this.#scroll(y);
      this.#show(x, y);
    } else if (Math.hypot(x - this.start.x, y - this.start.y) >= THRESHOLD) {
      if (this.waits) this.cancel();
      else this.#pickUp(x, y);
    }
  }

  /** Where it would fall. @param {number} x @param {number} y */
  #show(x, y) {
    if (!this.start) return;
    const { dragged } = this.start;
    const place = placeAt(document.elementFromPoint(x, y), x, y);
    this.view.drag.value = { dragged, name: this.#name(dragged), x, y, place, keys: false };
  }

  /** @param {number} y */
  #scroll(y) {
    if (y < EDGE) scrollBy(0, -12);
    else if (y > innerHeight - EDGE) scrollBy(0, 12);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (this.start?.pointer !== event.pointerId) return;
    const drag = this.view.drag.peek();
    this.#forget();
    if (!drag || drag.keys) return;
    this.released = true;
    this.#drop(drag.dragged, drag.place);
  }

  /** @param {MouseEvent} event */
  #swallow(event) {
    if (!this.released || event.detail === 0) return; // 0: by keys
    this.released = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Dragged} dragged @param {Place|null} place */
  #drop(dragged, place) {
    this.view.drag.value = null;
    const doc = this.view.session.doc.peek();
    const command = place && dropCommand(doc, dragged, place);
    if (!place || !command) {
      say(t("drag.dropped_where_it_was"));
      return;
    }
    const where = placeName(doc, dragged, place);
    const name = draggedName(doc, dragged);
    if (this.view.session.do(command, { via: "drag" })) say(t("drag.dropped", { name, where }));
  }

  #forget() {
    this.start = null;
    clearTimeout(this.timer);
  }

  cancel() {
    this.#forget();
    if (this.view.drag.peek()) say(t("drag.cancelled"));
    this.view.drag.value = null;
  }

  /** @param {Dragged} dragged */
  #name(dragged) {
    return draggedName(this.view.session.doc.peek(), dragged);
  }

  // Keys: Space picks up, arrows move, Space or Enter drops, Escape cancels. Other keys do nothing meanwhile.

  /** @param {KeyboardEvent} event */
  #key(event) {
    const drag = this.view.drag.peek();
    if (drag) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") this.cancel();
      else if (drag.keys) this.#step(drag, event.key);
      return;
    }
    const target = event.target;
    if (event.key !== " " || event.ctrlKey || event.altKey || !(target instanceof HTMLElement)) return;
    if (!target.matches("[data-drag]") || !this.view.session.editable.peek()) return;
    const dragged = parseDrag(target.dataset.drag ?? "");
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    const places = this.#places(dragged);
    this.view.drag.value = {
      dragged,
      name: this.#name(dragged),
      place: null,
      keys: true,
      places,
      at: -1,
      from: target,
    };
    say(t("drag.picked_up_arrow_keys_move", { value: this.#name(dragged) }));
  }

  /** All places of the page in their order. @param {Dragged} dragged @returns {Place[]} */
  #places(dragged) {
    const doc = this.view.session.doc.peek();
    const targets = [...this.root.querySelectorAll("[data-drop]")];
    return targets
      .flatMap((target) => placesOf(doc, dragged, target))
      .filter((place) => dropCommand(doc, dragged, place));
  }

  /** @param {any} drag @param {string} key */
  #step(drag, key) {
    if (key === " " || key === "Enter") {
      this.#drop(drag.dragged, drag.place);
      drag.from.focus();
      return;
    }
    const at = this.#next(drag, key);
    if (at === drag.at || !drag.places.length) return; // a hard stop at both ends
    const place = drag.places[at];
    this.view.drag.value = { ...drag, at, place };
    say(placeName(this.view.session.doc.peek(), drag.dragged, place));
  }

  /** Left and right go place by place, up and down line by line. @param {any} drag @param {string} key
   * @returns {number} */
  #next({ places, at }, key) {
    const last = places.length - 1;
    if (key === "ArrowRight") return Math.min(at + 1, last);
    if (key === "ArrowLeft") return Math.max(at - 1, 0);
    if (key !== "ArrowDown" && key !== "ArrowUp") return at;
    const step = key === "ArrowDown" ? 1 : -1;
    const home = (/** @type {any} */ place) => place && `${place.kind}${place.alt ?? place.card}${place.after}`;
    let next = at;
    do next += step;
    while (next > 0 && next < last && home(places[next]) === home(places[at]));
    return Math.max(0, Math.min(next, last));
  }
}
