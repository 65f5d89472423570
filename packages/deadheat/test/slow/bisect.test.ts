import assert from "node:assert/strict";
import { test } from "node:test";
import { bisect } from "../../src/index.ts";
import { stateOf } from "../../../versions/test/revisions-repository.ts";
import { madeUp, quick } from "../bisect-repository.ts";
import { placeOf } from "../repository-with-oha.ts";

test("bisect finds the commit among broken ones, merges, a moved app and commits to the docs", async (t) => {
  const cwd = await placeOf(t);
  const ids = madeUp(cwd, {
    commits: 18,
    steps: { 8: 0.8 },
    broken: [6],
    moved: 12,
    merged: [3, 15],
    rounds: 100,
  });
  const before = stateOf(cwd);
  const { document } = await bisect({
    base: "v1",
    new: "v2",
    app: "app.mjs",
    cwd,
    ...quick,
  });
  const [change] = document.changes;
  assert.equal(document.outcome, "found");
  assert.deepEqual(
    [change?.candidate.id, change?.candidate.subject, change?.state, document.changes.length],
    [ids[8], "commit 8", "confirmed", 1],
    JSON.stringify(document.changes),
  );
  assert.ok((change?.measured.lo ?? 0) > 1, "CPU time per request, new over base");
  assert.ok(document.line.left > 5, "commits to the docs are not on the line");
  assert.deepEqual(stateOf(cwd), before, "the user's tree is as it was");
});

test("the budget ends the measurement of both ends, and what is known by then is the result", async (t) => {
  const cwd = await placeOf(t);
  madeUp(cwd, { commits: 4, steps: { 2: 0.8 }, broken: [], rounds: 100 });
  const lines: string[] = [];
  const asked = { base: "v1", new: "v2", app: "server.mjs", cwd, ...quick };
  const slow = { ...asked, windowSeconds: 600, budgetSeconds: 40 };
  const onProgress = (line: string) => void lines.push(line);
  const { document } = await bisect({ ...slow, onProgress });
  assert.deepEqual([document.outcome, document.whole], ["unfinished", null]);
  assert.ok(document.seconds < 60, `${document.seconds}`);
  assert.ok(
    lines.some((line) => /^Still at work after 3\d s: /.test(line)),
    lines.join("\n"),
  );
});
