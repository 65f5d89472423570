import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { buildSync } from "esbuild";
import { compare, explain, gate } from "../../src/index.ts";
import {
  commitAll,
  repositoryIn,
  scratchOf,
  write,
} from "../../../versions/test/revisions-repository.ts";
import { folderOf } from "../config-folder.ts";

const source = (extra: string) => `
  interface Sum { value: number }
  function usual(n: number): number { let x = 0; for (let i = 0; i < n; i++) x = (Math.imul(x, 1664525) + i) | 0; return x; }

  function dearer(n: number): number { let x = 1; for (let i = 0; i < n; i++) x = (Math.imul(x, 22695477) + i) | 0; return x; }
  const sum: Sum = { value: 0 };
  export default {
    fetch: (): Response => {
      sum.value = usual(20_000);
      ${extra}
      return new Response("Hello World!");
    },
  };`;
const slower = source("sum.value += dearer(20_000);");
const quick = { warmupRequests: 1000, windowSeconds: 0.5 };

test("a TypeScript server that is built with a source map is explained by its sources", async (t) => {
  const cwd = folderOf(t, { "package.json": "{}" });
  for (const [name, text] of [
    ["old", source("")],
    ["new", slower],
  ] as const) {
    mkdirSync(join(cwd, "src"), { recursive: true });
    writeFileSync(join(cwd, "src", `${name}.ts`), text);
    buildSync({
      entryPoints: [join(cwd, "src", `${name}.ts`)],
      outfile: join(cwd, "dist", `${name}.mjs`),
      format: "esm",
      sourcemap: true,
      bundle: true,
    });
  }
  const [explained] = await explain({
    base: "./dist/old.mjs",
    new: "./dist/new.mjs",
    cwd,
    ...quick,
    budgetSeconds: 15,
  });
  const dearer = explained?.document.functions.find(({ name }) => name === "dearer");
  assert.deepEqual([dearer?.file, dearer?.line, dearer?.state], ["src/new.ts", 5, "new"]);
  assert.ok((dearer?.self.difference ?? 0) > 5e-6, `${dearer?.self.difference}`);
});

test("a gate that fails says why, and one that passes does not look", async (t) => {
  // A scratch has a cache of its own, in which oha would be built for minutes.
  process.env.OHA_BIN = (await obtainOha()).path;
  t.after(() => delete process.env.OHA_BIN);
  const cwd = repositoryIn(join(scratchOf(t), "repository"), { "server.ts": source("") });
  write(cwd, { "server.ts": slower });
  commitAll(cwd, "slower");
  const options = { base: "HEAD~1", new: "HEAD", app: "./server.ts", cwd, explain: true, ...quick };
  const failed = await gate({ ...options, budgetSeconds: 20 });
  assert.equal(failed.gate.outcome, "failed");
  const { explained } = failed.comparisons[0] ?? {};
  assert.ok(explained !== undefined && explained.whole.difference > 5e-6);
  assert.ok(existsSync(join(failed.out ?? "", "explain.html")));
  const passed = await gate({
    ...options,
    base: "HEAD",
    new: "HEAD~1",
    gate: 0.5,
    budgetSeconds: 20,
  });
  assert.equal(passed.comparisons[0]?.explained, undefined);
});

test("a comparison is explained after its verdict", async (t) => {
  const cwd = folderOf(t, { "old.ts": source(""), "new.ts": slower });
  const { comparisons, explained } = await compare({
    base: "./old.ts",
    new: "./new.ts",
    cwd,
    ...quick,
    budgetSeconds: 15,
    explain: true,
  });
  const [document] = explained.map((one) => one.document);
  assert.ok(document?.functions.some(({ name, state }) => name === "dearer" && state === "new"));
  assert.equal(comparisons[0]?.explained?.whole.base, document?.whole.base);
});
