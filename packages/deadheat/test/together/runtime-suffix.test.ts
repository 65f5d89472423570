import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { withApp } from "../../src/plan/apps.ts";
import { readApp } from "../../src/config/runtime.ts";
import { parseSpec, type Spec } from "../../src/plan/spec.ts";
import { temporaryFolder } from "../../../journal/test/scratch.ts";

const cwd = temporaryFolder({ after });
for (const name of ["server.ts", "hono.mjs", "plain"]) writeFileSync(join(cwd, name), "");
mkdirSync(join(cwd, "apps"));
writeFileSync(join(cwd, "apps/bun"), "");

const around = {
  cwd,
  isRevision: (name: string) => Promise.resolve(name === "main" || name === "v1"),
  whyUnknown: () => Promise.resolve(null),
  hasApp: (name: string) => name === "hono",
};
const pairOf = async (base: string, other: string): Promise<Pair<Spec>> => ({
  base: await parseSpec(base, around),
  new: await parseSpec(other, around),
});
const says = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UsageError);
  assert.match(error.message, message);
  return true;
};

test("--app has a runtime suffix if only the file without the suffix exists", () => {
  const cases: [string, string, string | null, string | null][] = [
    ["./server.ts", "server.ts", null, null],
    ["server.ts/bun", "server.ts", "bun", null],
    ["./server.ts/deno@2.6", "server.ts", "deno", "2.6"],
    [`${cwd}/plain/node`, "plain", "node", null],
    ["apps/bun", "apps/bun", null, null],
    // The file may exist only in an older revision.
    ["bench/server.ts/bun", "bench/server.ts", "bun", null],
    ["old/node", "old/node", null, null],
  ];
  for (const [app, file, name, version] of cases) {
    const runtime = name === null ? null : { name, version };
    assert.deepEqual(readApp(app, cwd), { file: join(cwd, file), runtime }, app);
  }
});

test("a misspelled runtime is an error that lists the runtimes and shows where they belong", async () => {
  const listed =
    /there is no runtime "nodee".*node, bun, deno.*server\.ts\/node, .*server\.ts\/bun/;
  assert.throws(() => readApp("./server.ts/nodee", cwd), says(listed));
  assert.throws(
    () => readApp("server.ts/node@", cwd),
    says(/^--app server\.ts\/node@: there is no runtime/),
  );
  for (const spec of ["./server.ts/nodee", "new=./server.ts/nodee", "server.ts/nodee"]) {
    await assert.rejects(parseSpec(spec, around), says(listed), spec);
  }
  for (const spec of ["main/nodee", "hono/nodee"]) {
    const message = /neither a file.*If "nodee" is a runtime: .*node, bun, deno/;
    await assert.rejects(parseSpec(spec, around), says(message), spec);
  }
});

test("the runtime of --app applies to specs without a runtime, and must not contradict others", async () => {
  const bun = { name: "bun", version: null };
  const { specs, app } = withApp(await pairOf("main", "v1/bun@1.3"), "server.ts/bun", cwd);
  assert.deepEqual([specs.base.runtime, specs.new.runtime], [bun, { ...bun, version: "1.3" }]);
  assert.deepEqual(app?.program, { kind: "file", file: join(cwd, "server.ts") });
  const versioned = withApp(await pairOf("main/bun", "v1"), "server.ts/bun@1.2", cwd);
  assert.deepEqual(versioned.specs.base.runtime, { ...bun, version: "1.2" });
  const running = await pairOf("main", "http://127.0.0.1:3000");
  assert.equal(withApp(running, "server.ts/bun", cwd).specs.new.runtime, null);
  for (const [base, other] of [
    ["main/node", "v1"],
    ["main", "v1/bun@1.3"],
  ] as const) {
    const pair = await pairOf(base, other);
    assert.throws(
      () => withApp(pair, "server.ts/bun@1.2", cwd),
      says(/and --app server\.ts\/bun@1\.2 name different runtimes/),
    );
  }
});
