import assert from "node:assert/strict";
import { test } from "node:test";
import { t } from "../../../src/tertium/server/web/browser/texts.js";

test("the number chooses the form, and has commas between thousands", () => {
  assert.equal(t("references.edits", { n: 1 }), "1 edit");
  assert.equal(t("references.edits", { n: 1234567 }), "1,234,567 edits");
});
