import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Store } from "../src/bisect/store.ts";
import { settings } from "../../journal/test/records.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

test("a resumed search keeps the load that the pilots found, and everything else that it knows", async (t) => {
  const runs = temporaryFolder(t);
  const { load } = settings;
  const store = Store.create(null, runs, "asked", 7);
  store.save({ load, skipped: { a: "it exited" }, code: { b: "digest" } });
  store.save({ seconds: 12 });
  store.close();
  const { facts, folder } = await Store.resume(null, runs, "asked");
  assert.deepEqual(facts, store.facts);
  assert.deepEqual(facts.load, load);
  assert.equal(folder.out, store.folder.out);
});

test("a folder with another search is rejected with what to do", async (t) => {
  const runs = temporaryFolder(t);
  const out = join(runs, "out");
  Store.create(out, runs, "asked", 7).close();
  assert.throws(() => Store.create(out, runs, "asked", 7), /has another run\. Add --resume/);
  await assert.rejects(Store.resume(out, runs, "other"), /has other arguments\. Repeat them/);
  await assert.rejects(Store.resume(null, join(runs, "none"), "asked"), /no unfinished search/);
});
