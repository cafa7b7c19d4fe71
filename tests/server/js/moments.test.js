import assert from "node:assert/strict";
import { test } from "node:test";
import { fromField, localClock, localTime, toField, zone } from "../../../src/tertium/server/web/browser/moments.js";

test("times are those of the place", () => {
  const before = process.env.TZ;
  try {
    process.env.TZ = "Asia/Tokyo";
    assert.equal(zone(), "Asia/Tokyo");
    assert.equal(localTime("2026-11-19T18:30:00.000Z"), "20 Nov 2026, 03:30");
    assert.equal(localClock("2026-11-19T18:30:05.000Z"), "03:30:05");
    assert.equal(toField("2026-11-19T18:30:00Z"), "2026-11-20T03:30");
    assert.equal(fromField("2026-11-20T03:30"), "2026-11-19T18:30:00Z");
    process.env.TZ = "America/New_York";
    assert.equal(toField("2026-07-01T03:59:00Z"), "2026-06-30T23:59");
    for (const time of ["2026-03-08T06:59:00Z", "2026-11-01T05:30:00Z", "2026-12-31T23:59:00Z"])
      assert.equal(fromField(toField(time)), time);
  } finally {
    process.env.TZ = before;
  }
  assert.equal(fromField(""), null);
  assert.equal(toField(null), "");
});
