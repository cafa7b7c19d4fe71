// A sheet is the fold of its commands. The server decides (annotate/rules/sheet/reducer.py); this one shows the result
// at once. Both give the same document, the same inverse and the same reason of refusal: tests/server/test_reducers.py.

import { isBadName, isForbidden, references, rewrite } from "./words.js";

/**
 * @typedef {{id: string, text: string, cost: number}} Alternative
 * @typedef {{id: string, name: string, span: [number, number]|null, from: {name: string}|null, alternatives:
 * Alternative[]}} Card
 * @typedef {{kind: "must"|"must_not", text: string, origin: string}} Watch
 * @typedef {{version: 1, state: string, root: string|null, cards: Card[], watches: Watch[]}} Doc
 * @typedef {{do: string, [field: string]: any}} Command
 */

export const LIMITS = { cards: 5000, alternatives: 20000, watches: 500, batch: 2000, text: 2000 };

/** A command that the document refuses. */
export class Refused extends Error {
  /** @param {string} reason @param {string[]} [path] the names of a cycle */
  constructor(reason, path) {
    super(reason);
    this.reason = reason;
    this.path = path;
  }
}

/** @returns {Doc} */
export const emptyDoc = () => ({ version: 1, state: "open", root: null, cards: [], watches: [] });

/** The document after a command, and the command that takes it back. @param {Doc} doc @param {Command} command
 * @returns {{doc: Doc, inverse: Command|null}} */
export function apply(doc, command) {
  const change = STATES[command.do];
  if (change) {
    if (!change.from.includes(doc.state)) throw new Refused("state");
    return { doc: { ...doc, state: change.to }, inverse: null };
  }
  if (!EDITABLE.includes(doc.state)) throw new Refused("state");
  const result = step(doc, command);
  checkCycle(result.doc);
  checkLimits(result.doc);
  return result;
}

export const EDITABLE = ["open", "returned"];

/** @type {Record<string, {to: string, from: string[]}>} */
const STATES = {
  "sheet.submit": { to: "submitted", from: EDITABLE },
  "sheet.reopen": { to: "open", from: ["submitted", "returned", "discarded"] },
  "sheet.return": { to: "returned", from: ["submitted"] },
  "sheet.discard": { to: "discarded", from: ["open", "submitted", "returned"] },
};

/** @param {Doc} doc @param {Command} command @returns {{doc: Doc, inverse: Command}} */
function step(doc, command) {
  if (command.do === "batch" || command.do === "sheet.text") return batch(doc, command.commands);
  const make = COMMANDS[command.do];
  if (!make) throw new Refused("bad-command");
  return make(doc, command);
}

/** @param {Doc} doc @param {Command[]} commands */
function batch(doc, commands) {
  if (!Array.isArray(commands) || !commands.length || commands.length > LIMITS.batch) throw new Refused("bad-command");
  /** @type {Command[]} */
  let inverses = [];
  for (const command of commands) {
    if (!(command.do in COMMANDS) || command.do === "card.copy") throw new Refused("bad-command");
    const result = step(doc, command);
    doc = result.doc;
    inverses = [...(result.inverse.do === "batch" ? result.inverse.commands : [result.inverse]), ...inverses];
  }
  return { doc, inverse: { do: "batch", commands: inverses } };
}

/** @param {Command[]} commands @returns {Command} */
const asOne = (commands) => (commands.length === 1 ? commands[0] : { do: "batch", commands });

// Looking things up, and changing one of them.

/** @param {Doc} doc @param {string} id @returns {number} */
function cardIndex(doc, id) {
  const index = doc.cards.findIndex((card) => card.id === id);
  if (index < 0) throw new Refused("no-card");
  return index;
}

/** @param {Doc} doc @param {string} id @returns {{c: number, a: number}} */
function altPlace(doc, id) {
  for (let c = 0; c < doc.cards.length; c += 1) {
    const a = doc.cards[c].alternatives.findIndex((alternative) => alternative.id === id);
    if (a >= 0) return { c, a };
  }
  throw new Refused("no-alternative");
}

/** @param {Doc} doc @param {string[]} ids */
function checkIdsFree(doc, ids) {
  const taken = new Set(doc.cards.flatMap((card) => [card.id, ...card.alternatives.map((a) => a.id)]));
  if (!ids.every((id) => /^[a-z0-9]{1,32}$/.test(id))) throw new Refused("bad-id");
  for (const id of ids) {
    if (taken.has(id)) throw new Refused("id-taken");
    taken.add(id);
  }
}

/** @param {Doc} doc @param {string} name */
function checkName(doc, name) {
  if (isBadName(name)) throw new Refused("bad-name");
  if (doc.cards.some((card) => card.name === name)) throw new Refused("name-taken");
}

/** @param {string} text */
function checkText(text) {
  if (isForbidden(text) || [...text].length > LIMITS.text) throw new Refused("bad-text");
}

/** @param {any} span */
function checkSpan(span) {
  if (span === null) return;
  const whole = Array.isArray(span) && span.length === 2 && span.every((n) => Number.isInteger(n));
  if (!whole || span[0] < 0 || span[0] >= span[1] || span[1] > 1_000_000) throw new Refused("bad-span");
}

/** @param {any} cost */
function checkCost(cost) {
  if (typeof cost !== "number" || !Number.isFinite(cost) || cost < 0 || cost > 1e9) throw new Refused("bad-cost");
}

/** @param {number|null|undefined} at @param {number} length */
function place(at, length) {
  if (at === undefined || at === null) return length;
  if (!Number.isInteger(at) || at < 0 || at > length) throw new Refused("bad-at");
  return at;
}

/** @template T @param {T[]} items @param {number} at @param {T[]} added */
const inserted = (items, at, ...added) => [...items.slice(0, at), ...added, ...items.slice(at)];

/** @template T @param {T[]} items @param {number} at */
const without = (items, at) => [...items.slice(0, at), ...items.slice(at + 1)];

/** @param {Doc} doc @param {number} index @param {Partial<Card>} change @returns {Doc} */
const withCard = (doc, index, change) => ({
  ...doc,
  cards: doc.cards.map((card, i) => (i === index ? { ...card, ...change } : card)),
});

/** @param {Doc} doc @param {{c: number, a: number}} where @param {Partial<Alternative>} change @returns {Doc} */
const withAlt = (doc, { c, a }, change) =>
  withCard(doc, c, {
    alternatives: doc.cards[c].alternatives.map((alternative, i) =>
      i === a ? { ...alternative, ...change } : alternative,
    ),
  });

/** @param {any} alternative @returns {Alternative} */
const asAlternative = ({ id, text, cost = 0 }) => ({ id, text, cost });

/** The command that puts a card back. @param {Card} card @param {number} at @returns {Command} */
const addCard = (card, at) => ({
  do: "card.add",
  card: card.id,
  name: card.name,
  span: card.span,
  at,
  alternatives: card.alternatives,
  ...(card.from === null ? {} : { from: card.from }),
});

/** The command that puts an alternative back. @param {string} card @param {Alternative} alternative @param {number} at
 * @returns {Command} */
const addAlt = (card, { id, text, cost }, at) => ({ do: "alt.add", card, alt: id, text, cost, at });

/** Changes the name of a card in texts; which ones, by their ids. @param {Doc} doc @param {string} old
 * @param {string} name @param {(id: string) => boolean} isPlace @returns {{doc: Doc, inverses: Command[]}} */
function rewritten(doc, old, name, isPlace) {
  /** @type {Command[]} */
  const inverses = [];
  const cards = doc.cards.map((card) => ({
    ...card,
    alternatives: card.alternatives.map((alternative) => {
      const text = isPlace(alternative.id) ? rewrite(alternative.text, old, name) : alternative.text;
      if (text === alternative.text) return alternative;
      checkText(text);
      inverses.push({ do: "alt.set", alt: alternative.id, text: alternative.text });
      return { ...alternative, text };
    }),
  }));
  return { doc: { ...doc, cards }, inverses };
}

/** @type {Record<string, (doc: Doc, command: Command) => {doc: Doc, inverse: Command}>} */
const COMMANDS = {
  "card.add"(doc, { card, name, span = null, at, alternatives = [], from = null }) {
    const listed = alternatives.map(asAlternative);
    checkIdsFree(doc, [card, ...listed.map((/** @type {Alternative} */ a) => a.id)]);
    checkName(doc, name);
    for (const { text } of listed) checkText(text);
    checkSpan(span);
    for (const { cost } of listed) checkCost(cost);
    const added = { id: card, name, span, from, alternatives: listed };
    const cards = inserted(doc.cards, place(at, doc.cards.length), added);
    return { doc: { ...doc, cards }, inverse: { do: "card.delete", card } };
  },

  "card.delete"(doc, { card }) {
    const index = cardIndex(doc, card);
    const back = addCard(doc.cards[index], index);
    const isRoot = doc.root === card;
    return {
      doc: { ...doc, root: isRoot ? null : doc.root, cards: without(doc.cards, index) },
      inverse: asOne(isRoot ? [back, { do: "root.set", card }] : [back]),
    };
  },

  "card.rename"(doc, { card, name, rewrite: follow = true }) {
    const index = cardIndex(doc, card);
    const old = doc.cards[index].name;
    if (name !== old) checkName(doc, name);
    const back = { do: "card.rename", card, name: old, rewrite: false };
    const named = withCard(doc, index, { name });
    if (!follow) return { doc: named, inverse: back };
    const result = rewritten(named, old, name, () => true);
    return { doc: result.doc, inverse: asOne([back, ...result.inverses]) };
  },

  "card.span"(doc, { card, span }) {
    const index = cardIndex(doc, card);
    checkSpan(span);
    return { doc: withCard(doc, index, { span }), inverse: { do: "card.span", card, span: doc.cards[index].span } };
  },

  "card.move"(doc, { card, at }) {
    const index = cardIndex(doc, card);
    const rest = without(doc.cards, index);
    const cards = inserted(rest, place(at, rest.length), doc.cards[index]);
    return { doc: { ...doc, cards }, inverse: { do: "card.move", card, at: index } };
  },

  "card.split"(doc, { card, new: fresh, name, alternatives, uses }) {
    const index = cardIndex(doc, card);
    const old = doc.cards[index];
    const moved = new Set(alternatives);
    for (const id of alternatives) {
      if (!old.alternatives.some((alternative) => alternative.id === id)) throw new Refused("no-alternative");
    }
    for (const id of uses) altPlace(doc, id);
    checkIdsFree(doc, [fresh]);
    checkName(doc, name);
    const staying = old.alternatives.filter((alternative) => !moved.has(alternative.id));
    const taken = old.alternatives.filter((alternative) => moved.has(alternative.id));
    const added = { id: fresh, name, span: old.span, from: null, alternatives: taken };
    const remaining = withCard(doc, index, { alternatives: staying });
    const spread = { ...remaining, cards: inserted(remaining.cards, index + 1, added) };
    const places = new Set(uses);
    const result = rewritten(spread, old.name, name, (id) => places.has(id));
    const back = old.alternatives.flatMap((a, at) => (moved.has(a.id) ? [addAlt(card, a, at)] : []));
    const inverses = [...result.inverses, { do: "card.delete", card: fresh }, ...back];
    return { doc: result.doc, inverse: asOne(inverses) };
  },

  "alt.add"(doc, { card, alt, text, cost = 0, at }) {
    const index = cardIndex(doc, card);
    checkIdsFree(doc, [alt]);
    checkText(text);
    checkCost(cost);
    const { alternatives } = doc.cards[index];
    const where = place(at, alternatives.length);
    return {
      doc: withCard(doc, index, { alternatives: inserted(alternatives, where, { id: alt, text, cost }) }),
      inverse: { do: "alt.delete", alt },
    };
  },

  "alt.set"(doc, { alt, text }) {
    const where = altPlace(doc, alt);
    checkText(text);
    const old = doc.cards[where.c].alternatives[where.a].text;
    return { doc: withAlt(doc, where, { text }), inverse: { do: "alt.set", alt, text: old } };
  },

  "alt.cost"(doc, { alt, cost }) {
    const where = altPlace(doc, alt);
    checkCost(cost);
    const old = doc.cards[where.c].alternatives[where.a].cost;
    return { doc: withAlt(doc, where, { cost }), inverse: { do: "alt.cost", alt, cost: old } };
  },

  "alt.move"(doc, { alt, card, at }) {
    const where = altPlace(doc, alt);
    const target = cardIndex(doc, card);
    const from = doc.cards[where.c];
    const taken = withCard(doc, where.c, { alternatives: without(from.alternatives, where.a) });
    const { alternatives } = taken.cards[target];
    const put = inserted(alternatives, place(at, alternatives.length), from.alternatives[where.a]);
    return {
      doc: withCard(taken, target, { alternatives: put }),
      inverse: { do: "alt.move", alt, card: from.id, at: where.a },
    };
  },

  "alt.delete"(doc, { alt }) {
    const where = altPlace(doc, alt);
    const { id, alternatives } = doc.cards[where.c];
    return {
      doc: withCard(doc, where.c, { alternatives: without(alternatives, where.a) }),
      inverse: addAlt(id, alternatives[where.a], where.a),
    };
  },

  "root.set"(doc, { card }) {
    if (card !== null) cardIndex(doc, card);
    return { doc: { ...doc, root: card }, inverse: { do: "root.set", card: doc.root } };
  },

  "watch.add"(doc, { kind, text, origin = "typed", at }) {
    if (kind !== "must" && kind !== "must_not") throw new Refused("bad-command");
    if (doc.watches.some((watch) => watch.kind === kind && watch.text === text)) throw new Refused("id-taken");
    checkText(text);
    checkText(origin);
    const watches = inserted(doc.watches, place(at, doc.watches.length), { kind, text, origin });
    return { doc: { ...doc, watches }, inverse: { do: "watch.remove", kind, text } };
  },

  "watch.remove"(doc, { kind, text }) {
    const at = doc.watches.findIndex((watch) => watch.kind === kind && watch.text === text);
    if (at < 0) throw new Refused("no-watch");
    const { origin } = doc.watches[at];
    return { doc: { ...doc, watches: without(doc.watches, at) }, inverse: { do: "watch.add", kind, text, origin, at } };
  },

  "card.copy"(doc, { cards }) {
    /** @type {Command[]} */
    let inverses = [];
    for (const card of cards) {
      doc = COMMANDS["card.add"](doc, { do: "card.add", ...card }).doc;
      inverses = [{ do: "card.delete", card: card.card }, ...inverses];
    }
    return { doc, inverse: { do: "batch", commands: inverses } };
  },
};

/** Refuses a document in which a card contains itself, with the names on the way. @param {Doc} doc */
function checkCycle(doc) {
  const uses = new Map(doc.cards.map((card) => [card.name, card.alternatives.flatMap((a) => references(a.text))]));
  /** @type {Map<string, "open"|"done">} */
  const state = new Map();
  for (const start of uses.keys()) {
    if (state.has(start)) continue;
    /** @type {{name: string, next: Iterator<string>}[]} */
    const path = [];
    const open = (/** @type {string} */ name) => {
      state.set(name, "open");
      path.push({ name, next: /** @type {string[]} */ (uses.get(name))[Symbol.iterator]() });
    };
    open(start);
    while (path.length) {
      const { value, done } = path[path.length - 1].next.next();
      if (done) {
        state.set(path.pop()?.name ?? "", "done");
      } else if (state.get(value) === "open") {
        const names = path.map((entry) => entry.name);
        throw new Refused("cycle", [...names.slice(names.indexOf(value)), value]);
      } else if (uses.has(value) && !state.has(value)) {
        open(value);
      }
    }
  }
}

/** @param {Doc} doc */
function checkLimits(doc) {
  const alternatives = doc.cards.reduce((sum, card) => sum + card.alternatives.length, 0);
  if (doc.cards.length > LIMITS.cards || alternatives > LIMITS.alternatives || doc.watches.length > LIMITS.watches) {
    throw new Refused("limit");
  }
}
