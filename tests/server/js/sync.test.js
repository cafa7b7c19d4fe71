import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, emptyDoc } from "../../../src/tertium/server/annotate/browser/logic/reducer.js";
import { Sync } from "../../../src/tertium/server/annotate/browser/logic/sync.js";

/** A server's log in memory, with the rules of POST events. */
class Log {
  constructor() {
    this.events = [];
    this.doc = emptyDoc();
    this.reachable = true;
    this.loseAnswer = false;
  }
  async send(base, edits) {
    if (!this.reachable) throw new TypeError("Failed to fetch");
    const known = new Map(this.events.map((event) => [event.edit_id, event]));
    const fresh = edits.filter((edit) => !known.has(edit.edit_id));
    if (fresh.length && base !== this.events.length) {
      return { status: 409, body: { seq: this.events.length, events: this.events.slice(base) } };
    }
    for (const edit of fresh) {
      const { doc, inverse } = apply(this.doc, edit.command);
      if (edit.undoes) {
        const undone = this.events.find((event) => event.edit_id === edit.undoes);
        assert.deepEqual(undone.inverse, edit.command, "an undo is the stored inverse");
      }
      this.doc = doc;
      this.events.push({ ...edit, inverse, seq: this.events.length + 1, at: "t" });
      known.set(edit.edit_id, this.events.at(-1));
    }
    if (this.loseAnswer) {
      this.loseAnswer = false;
      throw new TypeError("connection reset");
    }
    return { status: 200, body: { seq: this.events.length, acks: edits.map((edit) => known.get(edit.edit_id)) } };
  }
}

function open(log, extra = {}) {
  const sheet = { seq: log.events.length, doc: log.doc, undo: [], redo: [], recent: log.events };
  return new Sync(sheet, { send: (base, edits) => log.send(base, edits), keep() {}, changed() {}, ...extra });
}

const card = (id, text) => ({
  do: "card.add",
  card: id,
  name: id.toUpperCase(),
  alternatives: [{ id: `${id}1`, text }],
});
const set = (alt, text) => ({ do: "alt.set", alt, text });

/** A sheet with cards a and b, open in two tabs. */
async function twoTabs() {
  const log = new Log();
  const first = open(log);
  first.dispatch(card("a", "x"));
  first.dispatch(card("b", "y"));
  await first.flush();
  const second = open(log);
  return { log, first, second };
}

test("edits show at once and are sent in order", async () => {
  const log = new Log();
  const sync = open(log);
  await sync.flush();
  sync.dispatch(card("a", "x"));
  sync.dispatch(set("a1", "xy"));
  assert.equal(sync.doc.cards[0].alternatives[0].text, "xy");
  await sync.flush();
  assert.deepEqual(log.doc, sync.doc);
  assert.equal(sync.state, "saved");
});

test("keys pressed on one line are one edit", async () => {
  const log = new Log();
  const sync = open(log);
  sync.dispatch(card("a", ""));
  for (const text of ["p", "pr", "pri"]) sync.dispatch(set("a1", text), { typing: true });
  await sync.flush();
  assert.equal(log.events.length, 2);
  sync.step("undo");
  assert.equal(sync.doc.cards[0].alternatives[0].text, "");
});

test("an answer that was lost doubles nothing", async () => {
  const log = new Log();
  const sync = open(log);
  log.loseAnswer = true;
  sync.dispatch(card("a", "x"));
  await sync.flush();
  assert.equal(sync.state, "offline");
  await sync.flush();
  assert.equal(log.events.length, 1);
  assert.deepEqual(log.doc, sync.doc);
});

test("offline edits and undos are kept and replayed", async () => {
  const log = new Log();
  const sync = open(log);
  log.reachable = false;
  sync.dispatch(card("a", "x"));
  sync.dispatch(set("a1", "y"));
  sync.step("undo");
  sync.step("undo");
  sync.step("redo");
  await sync.flush();
  assert.equal(sync.queue.length, 5);
  log.reachable = true;
  await sync.flush();
  assert.equal(log.events.length, 5);
  assert.equal(log.doc.cards[0].alternatives[0].text, "x");
  assert.deepEqual([sync.stacks.undo.length, sync.stacks.redo.length], [1, 1]);
});

test("two tabs: other lines are joined, the same line is asked about", async () => {
  const { log, first, second } = await twoTabs();
  first.dispatch(set("a1", "mine"));
  first.dispatch(set("b1", "both"));
  second.dispatch(set("a1", "theirs"));
  await second.flush();
  await first.flush();
  assert.equal(log.doc.cards[1].alternatives[0].text, "both");
  assert.equal(first.conflicts.length, 1);
  assert.equal(first.conflicts[0].theirs.command.text, "theirs");
  first.resolve(first.conflicts[0], true);
  await first.flush();
  assert.equal(log.doc.cards[0].alternatives[0].text, "mine");
  assert.deepEqual(first.doc, log.doc);
});

test("what another tab was told by the server needs no question", async () => {
  const log = new Log();
  const second = open(log);
  const first = open(log, { tell: (events) => second.receive(events) });
  first.dispatch(card("a", "x"));
  await first.flush();
  assert.equal(second.doc.cards.length, 1);
  second.dispatch(set("a1", "z"));
  await second.flush();
  assert.equal(log.events.length, 2);
});

test("an undo that waits uses the inverse that the server will have stored", async () => {
  const { log, first, second } = await twoTabs();
  first.dispatch({ do: "card.delete", card: "b" });
  first.step("undo");
  second.dispatch({ ...card("c", "z"), at: 0 });
  await second.flush();
  await first.flush();
  assert.deepEqual(
    log.doc.cards.map((c) => c.id),
    ["c", "a", "b"],
  );
  assert.equal(first.conflicts.length, 0);
});

test("edits of a closed tab are taken over once", async () => {
  const log = new Log();
  const crashed = open(log);
  crashed.dispatch(card("a", "mid-wor"));
  const left = crashed.queue;
  const next = open(log);
  next.adopt(left, []);
  await next.flush();
  const again = open(log);
  again.adopt(left, log.events);
  await again.flush();
  assert.equal(log.events.length, 1);
  assert.equal(again.queue.length, 0);
});

test("a refused edit is put aside and the others go on", async () => {
  const log = new Log();
  const sync = open(log, {
    send: async (base, edits) => {
      const bad = edits.find((edit) => edit.command.text === "bad");
      return bad ? { status: 422, body: { edit_id: bad.edit_id, reason: "bad-text" } } : log.send(base, edits);
    },
  });
  sync.dispatch(card("a", "x"));
  sync.dispatch(set("a1", "bad"));
  sync.dispatch(card("b", "y"));
  await sync.flush();
  assert.equal(sync.conflicts[0].reason, "bad-text");
  assert.deepEqual(
    log.doc.cards.map((c) => c.id),
    ["a", "b"],
  );
});
