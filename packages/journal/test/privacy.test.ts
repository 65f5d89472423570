import assert from "node:assert/strict";
import { test } from "node:test";
import { publishable, publishableDocument, withoutRoot } from "../src/index.ts";

// bench/test/faults/slow/privacy.test.ts tests real runs.

test("a database's address with its password is taken out", () => {
  const text =
    "cannot reach postgres://ann:secret@db.example:5432/bench?x=1, nor redis://:pw@10.0.0.7";
  assert.equal(publishable(text), "cannot reach <address>, nor <address>");
});

test("a clone at /deadheat does not eat into paths that only look like it", () => {
  const text = "at /deadheat/bench/src/cli.ts:3, file:///deadheat/apps/x, cwd /deadheat";
  assert.equal(withoutRoot(text, "/deadheat"), "at bench/src/cli.ts:3, file://apps/x, cwd .");
  const others = "/tmp/deadheat-x/home, /home/ann/deadheat/x and /deadheat-2/y";
  assert.equal(withoutRoot(others, "/deadheat"), others);
});

test("what is ours is left as it is", () => {
  const kept = [
    "zz/node: exited with code 7; its last words: listen EADDRINUSE 127.0.0.1:3000",
    "version 1.2.3 of hono/bun at 12:34:56",
    "user: root, node, deno",
  ];
  for (const text of kept) assert.equal(publishable(text), text);
  const document = {
    ties: [["hono/bun", "koa/node"]],
    n: 3,
    reason: null,
    nested: { a: [1, "x"] },
  };
  assert.deepEqual(publishableDocument(document), document);
});
