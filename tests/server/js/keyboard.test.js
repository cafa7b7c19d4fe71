import assert from "node:assert/strict";
import { test } from "node:test";
import { pressed } from "../../../src/tertium/server/annotate/browser/state/keys.js";
import { digit } from "../../../src/tertium/server/web/browser/keyboard.js";

/** @param {string} key @param {string} code @param {string} held @returns {any} */
const press = (key, code, held = "", altGraph = false) => ({
  key,
  code,
  ctrlKey: held.includes("c"),
  altKey: held.includes("a"),
  shiftKey: held.includes("s"),
  metaKey: held.includes("m"),
  getModifierState: (/** @type {string} */ name) => name === "AltGraph" && altGraph,
});

const KEYS = /** @type {[string, any, string][]} */ ([
  ["Mac: Option+N, a dead tilde", press("Dead", "KeyN", "a"), "Alt+N"],
  ["Mac: Option+C", press("ç", "KeyC", "a"), "Alt+C"],
  ["Mac: Command+Z", press("z", "KeyZ", "m"), "Ctrl+Z"],
  ["Russian", press("я", "KeyZ", "c"), "Ctrl+Z"],
  ["Russian, again", press("Я", "KeyZ", "cs"), "Ctrl+Shift+Z"],
  ["Greek", press("ζ", "KeyZ", "c"), "Ctrl+Z"],
  ["Hebrew", press("ז", "KeyZ", "c"), "Ctrl+Z"],
  ["Arabic", press("ئ", "KeyZ", "c"), "Ctrl+Z"],
  ["AZERTY: Z stands where W is elsewhere", press("z", "KeyW", "c"), "Ctrl+Z"],
  ["AZERTY: W is no Z", press("w", "KeyZ", "c"), "Ctrl+W"],
  ["AZERTY: the key of 0", press("à", "Digit0", "c"), "Ctrl+0"],
  ["QWERTZ", press("z", "KeyY", "c"), "Ctrl+Z"],
  ["a function key", press("F6", "F6", "s"), "Shift+F6"],
  ["what AltGr writes is no command", press("€", "KeyE", "ca", true), "Ctrl+Alt+€"],
  ["a blank", press(" ", "Space"), "Space"],
]);

for (const [name, event, wanted] of KEYS) test(name, () => assert.equal(pressed(event), wanted));

test("digits, wherever a layout has them", () => {
  assert.equal(digit(press("1", "Digit1")), 1);
  assert.equal(digit(press("&", "Digit1")), 1, "AZERTY");
  assert.equal(digit(press("1", "Digit1", "s")), 1, "AZERTY with Shift");
  assert.equal(digit(press("!", "Digit1", "s")), 0, "QWERTY with Shift");
  assert.equal(digit(press("2", "Numpad2")), 2);
  assert.equal(digit(press("2", "Digit2", "c")), 0);
  assert.equal(digit(press("a", "KeyA")), 0);
});
