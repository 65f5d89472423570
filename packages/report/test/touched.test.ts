import assert from "node:assert/strict";
import { test } from "node:test";
import { touchedWords } from "../src/content/touched.ts";

test("a gate names the requests that run changed code, and says how the others are measured", () => {
  const none = { app: null, indirect: 0, mixed: 0, causes: [] };
  assert.equal(
    touchedWords({ ...none, direct: ["GET /a"], of: 40 }),
    "1 of 40 requests runs changed code: GET /a. The other 39 run the same code and are not measured (--all measures each).",
  );
  assert.equal(
    touchedWords({ ...none, direct: ["GET /a", "GET /b"], of: 3 }),
    "2 of 3 requests run changed code: GET /a, GET /b. The other one runs the same code and is not measured (--all measures each).",
  );
  assert.equal(
    touchedWords({ ...none, app: "api", direct: ["GET /a"], of: 1 }),
    "api: 1 of 1 requests runs changed code: GET /a.",
  );
  assert.equal(
    touchedWords({ ...none, direct: [], indirect: 12, mixed: 12, of: 12, causes: ["shared"] }),
    "The change may touch all 12 requests (nearly all requests run the changed code). 12 requests are measured together in " +
      "one load, which tests none of them alone (--all measures each).",
  );
  assert.equal(
    touchedWords({ ...none, direct: ["GET /a"], indirect: 1, of: 3, causes: ["startup", "files"] }),
    "1 of 3 requests runs changed code: GET /a. The change may also touch 1 other (changed code runs at startup, other files " +
      "than loaded code differ). Each of them is measured. The other one runs the same code and is not measured (--all measures each).",
  );
});
