// Which key was pressed, whatever the layout writes there: Option+N on a Mac writes a dead tilde, Ctrl+Z on a Russian
// keyboard я, and the key of 1 on a French one &.

/** The letter, digit or name of a key. What a layout calls Z is Z; where it has no Latin letters, or a modifier makes
 * another sign of it, the place of the key says what it is.
 * @param {KeyboardEvent} event */
export function keyName(event) {
  if (event.key === " ") return "Space";
  if (/^[a-z0-9]$/i.test(event.key)) return event.key.toUpperCase();
  const writes = event.key.length === 1 || event.key === "Dead" || event.key === "Unidentified";
  const place = /^(?:Key([A-Z])|(?:Digit|Numpad)([0-9]))$/.exec(event.code ?? "");
  if (!writes || !place || event.getModifierState?.("AltGraph")) return event.key;
  return place[1] ?? place[2];
}

/** The digit of a key that was pressed alone, or with Shift where a layout has digits there; 0 for all others.
 * @param {KeyboardEvent} event */
export function digit(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return 0;
  const name = event.shiftKey ? event.key : keyName(event);
  return /^[1-9]$/.test(name) ? Number(name) : 0;
}
