// Edits on their way to the server: soon after a pause, once each, and never lost when it cannot be reached.

import assert from "node:assert/strict";
import test from "node:test";

import { Problem, Unreachable } from "../../../src/tertium/server/web/browser/api.js";
import { Outbox, timeLeft } from "../../../src/tertium/server/exams/browser/outbox.js";

function world() {
  const w = { now: 1000, sent: [], kept: [], fail: null, ids: 0, left: null };
  w.box = new Outbox({
    send: async (edits) => {
      if (w.during) w.during();
      if (w.fail) throw w.fail;
      w.sent.push(edits);
      return {
        at: "2026-05-03T09:00:00.000Z",
        left_ms: 5000,
        late: edits.filter((e) => e.text === "late").map((e) => e.edit_id),
      };
    },
    now: () => w.now,
    id: () => `e${++w.ids}`,
    keep: (edits) => (w.kept = structuredClone(edits)),
    tell: (status) => (w.status = status),
    clock: (left) => (w.left = left),
  });
  return w;
}

test("what was typed is sent within a second of a pause", async () => {
  const w = world();
  w.box.write("p1", 0, "a");
  w.box.write("p1", 0, "ab");
  await w.box.tick();
  assert.equal(w.sent.length, 0);
  w.now += 700;
  await w.box.tick();
  assert.deepEqual(w.sent, [[{ edit_id: "e2", passage: "p1", sentence: 0, text: "ab", ago_ms: 700 }]]);
  assert.deepEqual([w.status.state, w.kept, w.left], ["saved", [], 5000]);
});

test("who types without a pause is saved every five seconds", async () => {
  const w = world();
  for (let i = 0; i < 26; i++) {
    w.box.write("p1", 0, "x".repeat(i));
    w.now += 200;
    await w.box.tick();
  }
  assert.equal(w.sent.length, 1);
});

test("towards the end nothing waits for a pause, and a failure still waits for its turn", async () => {
  const w = world();
  w.box.write("p1", 0, "a");
  await w.box.tick(false, true);
  assert.equal(w.sent.length, 1);
  w.fail = new Unreachable("gone");
  w.box.write("p1", 0, "ab");
  await w.box.tick(false, true);
  w.fail = null;
  w.now += 900;
  await w.box.tick(false, true);
  assert.equal(w.sent.length, 1);
  w.now += 200;
  await w.box.tick(false, true);
  assert.equal(w.sent.length, 2);
});

test("offline, everything is kept and sent again later", async () => {
  const w = world();
  w.fail = new Unreachable("gone");
  w.box.write("p1", 0, "a");
  w.box.write("p1", 1, "b");
  w.now += 700;
  await w.box.tick();
  assert.deepEqual([w.status.state, w.status.unsent, w.kept.length], ["offline", 2, 2]);
  w.box.write("p1", 0, "ac");
  assert.equal(w.kept.length, 2);
  w.fail = null;
  w.now += 20_000;
  await w.box.tick();
  assert.deepEqual(
    w.sent[0].map((e) => [e.text, e.edit_id]),
    [
      ["ac", "e3"],
      ["b", "e2"],
    ],
  );
  assert.equal(w.status.state, "saved");
});

test("what is typed while an edit is on its way is another edit", async () => {
  const w = world();
  w.box.write("p1", 0, "a");
  w.now += 700;
  w.during = () => {
    w.during = null;
    w.box.write("p1", 0, "ab");
  };
  await w.box.tick();
  assert.equal(w.status.unsent, 1);
  w.now += 700;
  await w.box.tick();
  assert.deepEqual(
    w.sent.map((edits) => edits[0].text),
    ["a", "ab"],
  );
});

test("late edits are counted, refusals are said", async () => {
  const w = world();
  w.box.write("p1", 0, "late");
  await w.box.tick(true);
  assert.equal(w.status.late, 1);
  w.fail = new Problem(422, { what: "there is a control character", do: "take it out" });
  w.box.write("p1", 0, "bad");
  await w.box.tick(true);
  assert.deepEqual([w.status.state, w.status.problem], ["refused", "there is a control character: take it out"]);
});

test("time is shown in hours, minutes and seconds", () => {
  assert.deepEqual([timeLeft(6_730_000), timeLeft(999), timeLeft(-5)], ["1:52:10", "0:00:01", "0:00:00"]);
});
