import assert from "node:assert/strict";
import { test } from "node:test";
import { latest } from "../../../src/tertium/server/web/browser/latest.js";

test("an answer counts until something else is asked", () => {
  const asked = latest();
  const first = asked();
  assert.equal(first(), true);
  const second = asked();
  assert.deepEqual([first(), second()], [false, true]);
});

test("two who ask do not know of each other", () => {
  const [one, other] = [latest(), latest()];
  const first = one();
  other();
  assert.equal(first(), true);
});
