import assert from "node:assert/strict";
import { test } from "node:test";
import { may, places } from "../../../src/tertium/server/web/browser/permissions.js";

const ids = (/** @type {string[]} */ ...actions) => places({ may: actions }).map(({ id }) => id);

test("only what the server says may be done", () => {
  assert.equal(may({ may: ["sheet.edit"] }, "sheet.edit"), true);
  assert.equal(may({ may: ["sheet.edit"] }, "sheet.return"), false);
});

test("links lead only where the person may go, whatever their role is called", () => {
  assert.deepEqual(ids(), []);
  assert.deepEqual(ids("queue.read"), ["queue"]);
  assert.deepEqual(ids("exam.list", "batch.list"), ["judge", "exams"]);
  const all = ["queue.read", "batch.list", "dashboard.read", "exam.list", "project.edit"];
  assert.deepEqual(ids(...all), ["queue", "judge", "dashboard", "exams", "settings"]);
});
