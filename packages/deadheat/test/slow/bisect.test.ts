import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import * as v from "valibot";
import { bisectedSchema } from "@deadheat/judge";
import { bisect, type BisectResult, Interrupted } from "../../src/index.ts";
import { stateOf } from "../../../versions/test/revisions-repository.ts";
import { madeUp, quick } from "../bisect-repository.ts";
import { assertWritten } from "../bisect-written.ts";
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

/** Rounds that are enough for a step of ten times the cost. */
const shortest = { warmupRequests: 200, windowSeconds: 0.5, depth: "commit" } as const;

test("bisect names the commit that made the server slower, after an interruption too", async (t) => {
  const cwd = await placeOf(t);
  const ids = madeUp(cwd, { commits: 4, steps: { 2: 9 }, broken: [], rounds: 200 });
  const before = stateOf(cwd);
  const asked = { base: "v1", new: "v2", app: "server.mjs", cwd, ...shortest, threshold: 0.5 };
  const stop = new AbortController();
  const lines: string[] = [];
  const unfinished: BisectResult[] = [];
  const interrupted = bisect({
    ...asked,
    signal: stop.signal,
    onUnfinished: (result) => unfinished.push(result),
    onProgress: (line) => {
      lines.push(line);
      if (line.startsWith("[1/")) stop.abort();
    },
  });
  await assert.rejects(interrupted, Interrupted);
  const [sofar] = unfinished;
  assert.equal(sofar?.document.outcome, "unfinished");
  assert.ok((sofar.document.whole?.ratio ?? 0) > 1, "the difference of the ends is known");
  v.parse(bisectedSchema, sofar.document);
  assert.ok(!existsSync(sofar.files.json), "the search can be continued");
  const result = await bisect({
    ...asked,
    resume: true,
    onProgress: (line) => lines.push(line),
  });
  const { document } = result;
  const [change] = document.changes;
  assert.equal(document.outcome, "found");
  assert.deepEqual(
    [change?.candidate.id, change?.candidate.subject, change?.state, document.changes.length],
    [ids[2], "commit 2", "confirmed", 1],
    JSON.stringify(document.changes),
  );
  assert.ok(
    lines.some((line) => /^Found so far: Slower since \w{7}/.test(line)),
    lines.join("\n"),
  );
  assert.ok(
    lines.some((line) => /^v2 vs\. v1: round \d+ of \d+, CPU .* so far, .* left$/.test(line)),
    lines.join("\n"),
  );
  assert.ok((change?.measured.lo ?? 0) > 1, "CPU time per request, new over base");
  assert.equal(document.line.left, 2, "commits to the docs are not on the line");
  assert.ok(
    lines.some((line) =>
      /^\[1\/~\d\] Testing \w+, \d+ commits left, about \d+ (?:s|min)/.test(line),
    ),
    lines.join("\n"),
  );
  assert.equal(
    lines.filter((line) => line.startsWith("Measuring the whole difference first")).length,
    1,
    "the ends are measured once",
  );
  assertWritten(result, cwd, before);
});
