// A week, rehearsed: a registry on loopback has a new release, which is measured, drawn, and put into words.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { describeMachine } from "@deadheat/measure";
import { publicationsOf } from "@deadheat/versions";
import { explain, history } from "deadheat";
import { startRegistry } from "../../../packages/versions/test/installs-registry.ts";
import { setVariables, temporaryFolder } from "../../../packages/journal/test/scratch.ts";
import { buildSite } from "../../src/build.ts";
import type { Kept } from "../../src/weekly/kept.ts";
import { textOf, titleOf } from "../../src/weekly/text.ts";
import { measureWeek, type World } from "../../src/weekly/weekly.ts";

const kept: Kept = { name: "greeter", package: "greeter", versions: "1.0..", app: "server.mjs" };

const server = `import { createServer } from "node:http";
import greet from "greeter";
createServer((request, response) => response.end(greet())).listen(Number(process.env.PORT), "127.0.0.1");`;

/** A greeter that works for so many microseconds. */
const greeter = (version: string, microseconds: number) => ({
  manifest: { name: "greeter", version, type: "module", exports: "./index.js" },
  files: {
    "index.js": `export default () => {
  for (const end = process.hrtime.bigint() + ${microseconds}000n; process.hrtime.bigint() < end; );
  return "Hello!";
};`,
  },
});

test("a new release is measured, drawn and put into words", async (t) => {
  const scratch = temporaryFolder(t);
  const registry = await startRegistry();
  t.after(() => registry.close());
  setVariables(t, { npm_config_registry: registry.url });
  const [cwd, published] = [join(scratch, "own"), join(scratch, "published")];
  mkdirSync(cwd);
  mkdirSync(published);
  writeFileSync(join(cwd, "package.json"), "{}");
  writeFileSync(join(cwd, "server.mjs"), server);
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  const { signal } = new AbortController();
  const asking = { offline: false, allowScripts: [], allowGit: false, cwd, note, signal };
  const quick = { rounds: 3, warmupRequests: 100, windowSeconds: 0.2, allowConcurrent: true };
  const world: World = {
    published,
    machine: describeMachine(),
    publications: (name) => publicationsOf(name, asking),
    measure: async ({ runtimes }, versions, { folder, earlier }) => {
      const place = earlier === null ? { out: folder } : { append: folder };
      const own = {
        cwd,
        app: "server.mjs",
        versions,
        ...(runtimes && { runtimes }),
        onProgress: note,
      };
      return (await history({ ...place, ...own, ...quick })).result;
    },
    explain: () => async (base, next, request) => {
      const { rounds: _, ...load } = quick;
      const pair = { cwd, app: "server.mjs", base, new: next, requests: [request] };
      return (await explain({ ...pair, ...load, budgetSeconds: 10 }))[0]!.document;
    },
    note,
  };

  const old = ["1.0.0", "1.1.0"];
  for (const version of old) await registry.publish(greeter(version, 300));
  const first = await measureWeek([kept], world);
  assert.deepEqual(first.failed, []);
  assert.deepEqual(first.measured[0]?.added, old);
  assert.match(textOf(first), /a new series on/);

  const idle = await measureWeek([kept], world);
  assert.deepEqual(idle, { measured: [], failed: [] });
  assert.match(textOf(idle), /No release is new/);

  await registry.publish(greeter("1.2.0", 3000));
  const second = await measureWeek([kept], world);
  assert.deepEqual(second.failed, []);
  assert.deepEqual(second.measured[0]?.added, ["1.2.0"]);
  t.diagnostic(notes.join("\n"));
  assert.equal(titleOf(second), "greeter 1.2.0");
  // Three short rounds on a busy machine need not prove it.
  assert.match(
    textOf(second),
    /- greeter\/node 1\.2\.0 takes [1-9]\d*\.\d+ times \[\S+ \S+\] the CPU time per request of 1\.1\.0 .*\*\*(?:slower|undecided)\*\*/,
  );
  const steps = second.measured[0]?.result.history?.steps ?? [];
  assert.deepEqual(
    steps.map(({ across }) => across),
    [false, false],
    "each step lies within one run",
  );
  assert.ok(existsSync(join(published, "history/greeter/result.json")));
  if (steps.some(({ verdict }) => verdict === "slower")) {
    assert.match(
      textOf(second),
      /^ {2}Why: `greeter 1\.2\.0 takes [\d.]+ µs more CPU per request/m,
    );
    assert.equal(readdirSync(join(published, "history/greeter/why")).length, 1);
  }

  // The quick load of this test warms nothing, so the site would leave its results out, and say so.
  const built = buildSite(published, join(scratch, "dist"));
  assert.deepEqual(
    built.leftOut.map(({ name }) => name),
    ["history/greeter"],
  );
});
