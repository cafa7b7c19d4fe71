// A button with a menu: arrows move, Escape and a click elsewhere close it.

import { useEffect, useRef } from "../../../../web/browser/ui.js";

/**
 * @typedef {{label: string, keys?: string, do: () => unknown, disabled?: boolean}} Item
 * @param {{label: string, sign?: string, items: Item[], open: {value: boolean}}} props
 */
export function Menu({ label, sign = "⋮", items, open }) {
  const box = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => {
    if (!open.value) return undefined;
    /** @type {HTMLElement|null|undefined} */ (box.current?.querySelector("[role=menuitem]"))?.focus();
    const outside = (/** @type {Event} */ event) => {
      if (!box.current?.contains(/** @type {Node} */ (event.target))) open.value = false;
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open.value]);
  const close = () => {
    open.value = false;
    /** @type {HTMLElement|null|undefined} */ (box.current?.querySelector("button"))?.focus();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (!open.value) return;
    const buttons = [.../** @type {HTMLElement} */ (box.current).querySelectorAll("[role=menuitem]:not(:disabled)")];
    const at = buttons.indexOf(/** @type {Element} */ (document.activeElement));
    const steps = /** @type {Record<string, number>} */ ({
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: buttons.length - 1,
    });
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key in steps)
      /** @type {HTMLElement} */ (buttons[(steps[event.key] + buttons.length) % buttons.length]).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={box} onKeyDown={key}>
      <button
        type="button"
        class="quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}>
        {sign}
      </button>
      {open.value && (
        <div role="menu" aria-label={label} class="menu-list">
          {items.map((item) => (
            <button
              type="button"
              role="menuitem"
              tabindex={-1}
              disabled={item.disabled}
              onClick={() => {
                close();
                item.do();
              }}>
              <span>{item.label}</span>
              {item.keys && <kbd>{item.keys}</kbd>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
