import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as v from "valibot";
import { explainedSchema } from "@deadheat/judge";
import { explain, UsageError } from "../src/index.ts";
import { folderOf } from "./config-folder.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

const server = (extra: string) => `
  function usual(n) { let x = 0; for (let i = 0; i < n; i++) x = (Math.imul(x, 1664525) + i) | 0; return x; }
  function dearer(n) { let x = 1; for (let i = 0; i < n; i++) x = (Math.imul(x, 22695477) + i) | 0; return x; }
  let sink = 0;
  export default { fetch: () => { sink = usual(20_000); ${extra} return new Response("Hello World!"); } };`;

/** The shortest explanation. So few and short rounds tell nothing from chance, but show where half of the time is. */
const quick = {
  warmupRequests: 1000,
  windowSeconds: 0.5,
  budgetSeconds: 10,
  allowConcurrent: true,
};

test("explain lists first the function that one server calls and the other does not, and leaves its files", async (t) => {
  const cwd = folderOf(t, {
    "old.mjs": server(""),
    "new.mjs": server("sink += dearer(20_000);"),
  });
  const [explained] = await explain({
    base: "./old.mjs",
    new: "./new.mjs",
    cwd,
    out: temporaryFolder(t),
    ...quick,
  });
  const { document, files } = explained ?? assert.fail("there is one");
  const [first] = document.functions;
  assert.deepEqual(
    [first?.name, first?.kind, first?.file, first?.state],
    ["dearer", "app", "new.mjs", "new"],
    JSON.stringify(document.functions.slice(0, 3)),
  );
  assert.ok(document.rounds >= 3);
  // Both functions do the same work, so the cost of the new one is known.
  const usual = document.functions.find(({ name }) => name === "usual") ?? assert.fail("it runs");
  const error = (first?.self.new ?? 0) / usual.self.new;
  assert.ok(error > 0.75 && error < 1.33, `${error} of the true cost`);
  for (const which of ["base", "new"] as const) {
    const sum = document.functions.reduce((all, { self }) => all + self[which], 0);
    assert.ok(Math.abs(sum / document.whole[which] - 1) < 1e-6);
  }
  const written = JSON.parse(readFileSync(files.json, "utf8"));
  assert.deepEqual(v.parse(explainedSchema, written), written);
  assert.ok(!readFileSync(files.json, "utf8").includes(cwd), "no private path");
  assert.match(readFileSync(files.html, "utf8"), /^<!doctype html>/);
  const { nodes, samples } = JSON.parse(readFileSync(files.new, "utf8"));
  const names = nodes.map(
    (node: { callFrame: { functionName: string } }) => node.callFrame.functionName,
  );
  assert.ok(names.includes("dearer") && samples.length > 100);
});

test("a server that runs already is not explained", async (t) => {
  const cwd = folderOf(t, { "old.mjs": server("") });
  await assert.rejects(
    explain({ base: "./old.mjs", new: "http://127.0.0.1:9", cwd }),
    (error) => error instanceof UsageError && /runs already/.test(error.message),
  );
});
