// Reads sequences of commands as JSON lines and writes what the page's reducer makes of each: used by test_reducers.py.
import { createInterface } from "node:readline";
import { apply, emptyDoc, Refused } from "../../../src/tertium/server/annotate/browser/logic/reducer.js";
import { scan } from "../../../src/tertium/server/annotate/browser/logic/words.js";

function fold(commands) {
  let doc = emptyDoc();
  const steps = commands.map((command) => {
    try {
      const result = apply(doc, command);
      doc = result.doc;
      return { inverse: result.inverse };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { refused: error.reason, ...(error.path ? { path: error.path } : {}) };
    }
  });
  return { doc, steps };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { commands, text } = JSON.parse(line);
  const answer = commands ? fold(commands) : scan(text).map(({ kind, value }) => [kind, value]);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
