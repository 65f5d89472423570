import assert from "node:assert/strict";
import { test } from "node:test";
import { touchedWords } from "../src/content/touched.ts";

test("a gate names the requests that run changed code, and says how the others were measured", () => {
  assert.equal(
    touchedWords({ app: null, direct: ["GET /a"], of: 40 }),
    "1 of 40 requests runs changed code: GET /a; the other 39 are measured too.",
  );
  assert.equal(
    touchedWords({ app: null, direct: ["GET /a", "GET /b"], of: 3 }),
    "2 of 3 requests run changed code: GET /a, GET /b; the other one is measured too.",
  );
  assert.equal(
    touchedWords({ app: "api", direct: ["GET /a"], of: 1 }),
    "api: 1 of 1 requests runs changed code: GET /a.",
  );
  assert.match(touchedWords({ app: null, direct: [], of: 12 }), /may touch all 12 requests/);
});
