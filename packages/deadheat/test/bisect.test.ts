import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { join } from "node:path";
import { bisect } from "../src/index.ts";
import { stateOf } from "../../versions/test/revisions-repository.ts";
import { madeUp, quick } from "./bisect-repository.ts";
import { assertWritten } from "./bisect-written.ts";
import { placeOf } from "./repository-with-oha.ts";
import { Store } from "../src/search/store.ts";
import { settings } from "../../journal/test/records.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

test("bisect names the only commit that touches the server, and leaves the tree as it was", async (t) => {
  const cwd = await placeOf(t);
  const ids = madeUp(cwd, { commits: 2, steps: { 1: 9 }, broken: [], rounds: 200 });
  const before = stateOf(cwd);
  const lines: string[] = [];
  const result = await bisect({
    base: "v1",
    new: "v2",
    app: "server.mjs",
    cwd,
    warmupRequests: 200,
    windowSeconds: 0.5,
    depth: "commit",
    threshold: 0.5,
    onProgress: (line) => lines.push(line),
  });
  const { document } = result;
  const [change] = document.changes;
  assert.equal(document.outcome, "found", lines.join("\n"));
  assert.deepEqual(
    [change?.candidate.id, change?.candidate.subject, document.changes.length],
    [ids[1], "commit 1", 1],
    JSON.stringify(document.changes),
  );
  assert.ok((change?.measured.lo ?? 0) > 1, "CPU time per request, new over base");
  assertWritten(result, cwd, before);
});

test("ends that load the same code are refused, and a budget that ends before the first round", async (t) => {
  const cwd = await placeOf(t);
  madeUp(cwd, { commits: 2, steps: {}, broken: [], rounds: 1 });
  const asked = { base: "v1", new: "v2", app: "server.mjs", cwd, ...quick };
  await assert.rejects(
    bisect({ ...asked, budgetSeconds: 0.01 }),
    /The budget ended before the first/,
  );
  await assert.rejects(
    bisect(asked),
    /v1 and v2 load the same code: nothing in between changed a file that the server loads/,
  );
});

const note = (line: string) => assert.fail(line);

test("a resumed search keeps the load that the pilots found, and everything else that it knows", async (t) => {
  const runs = temporaryFolder(t);
  const { load } = settings;
  const store = Store.create(null, runs, "asked", 7, { variance: 0.0004, df: 2.5 });
  store.save({ load, skipped: { a: "it exited" }, code: { b: "digest" } });
  store.save({ seconds: 12 });
  store.close();
  const { facts, folder } = await Store.resume(null, runs, "asked", note);
  assert.deepEqual(facts, store.facts);
  assert.deepEqual(facts.load, load);
  assert.equal(folder.out, store.folder.out);
});

test("a folder with another search is rejected with what to do", async (t) => {
  const runs = temporaryFolder(t);
  const out = join(runs, "out");
  Store.create(out, runs, "asked", 7, { variance: 0.0004, df: 2.5 }).close();
  assert.throws(
    () => Store.create(out, runs, "asked", 7, { variance: 0.0004, df: 2.5 }),
    /has another run\. Add --resume/,
  );
  await assert.rejects(Store.resume(out, runs, "other", note), /has other arguments\. Repeat them/);
  await assert.rejects(
    Store.resume(null, join(runs, "none"), "asked", note),
    /no unfinished search/,
  );
});

test("a damaged search is rejected with its file, and a damaged line of its journals is reported", async (t) => {
  const runs = temporaryFolder(t);
  const out = join(runs, "out");
  Store.create(out, runs, "asked", 7, { variance: 0.0004, df: 2.5 }).close();
  mkdirSync(join(out, "journal"));
  writeFileSync(join(out, "journal", "a.jsonl"), '{"type":"round",\n\n{"type":"ro');
  const notes: string[] = [];
  await Store.resume(out, runs, "asked", (line) => notes.push(line));
  const cut = "not a complete JSON text: cut off or edited";
  const file = join(out, "journal", "a.jsonl");
  assert.deepEqual(notes, [`${file}:1: ${cut}`, `${file}:3: ${cut}`]);
  writeFileSync(join(out, "search.json"), '{"id":"a"}');
  await assert.rejects(
    Store.resume(out, runs, "asked", note),
    /search\.json cannot be read: field startedAt: .*Start a new search/,
  );
  writeFileSync(join(out, "search.json"), "{");
  await assert.rejects(
    Store.resume(out, runs, "asked", note),
    /search\.json cannot be read: .*JSON/,
  );
  await assert.rejects(Store.resume(runs, runs, "asked", note), /search\.json .*does not exist/);
});
