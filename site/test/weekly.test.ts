// A week, rehearsed: a registry on loopback has a new release, which is measured, drawn, and put into words.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { describeMachine } from "@deadheat/measure";
import { publicationsOf } from "@deadheat/versions";
import type { Explained, Result } from "@deadheat/judge";
import { explain, history } from "deadheat";
import { startRegistry } from "../../packages/versions/test/installs-registry.ts";
import { setVariables, temporaryFolder } from "../../packages/journal/test/scratch.ts";
import { buildSite } from "../src/build.ts";
import { readKept, type Kept } from "../src/weekly/kept.ts";
import { textOf, titleOf } from "../src/weekly/text.ts";
import { measureWeek, type World } from "../src/weekly/weekly.ts";

const root = join(import.meta.dirname, "../..");

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

test("a new release is measured, drawn and put into words, and another machine begins another series", async (t) => {
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

  // Everything below needs no servers: a stand-in takes the place of the measurement.
  const asked: { name: string; isNew: boolean }[] = [];
  const faked: World = {
    ...world,
    measure: async (_kept, subject, { name, earlier }) => {
      assert.equal(subject, "greeter@1.0..");
      asked.push({ name, isNew: earlier === null });
      return second.measured[0]!.result;
    },
    explain: () => async () => ({}) as Explained,
  };
  const withBun = await measureWeek([{ ...kept, runtimes: ["node", "bun"] }], faked);
  assert.deepEqual(withBun.failed, []);
  assert.deepEqual(withBun.measured[0]?.added, [...old, "1.2.0"], "no version has run on Bun");
  const machine = { ...world.machine, cpu: "Another CPU", fingerprint: "other" };
  await measureWeek([kept], { ...faked, machine });
  assert.deepEqual(asked, [
    { name: "history/greeter", isNew: false },
    { name: `history/greeter-another-${machine.cores}cpu`, isNew: true },
  ]);

  // The quick load of this test warms nothing, so the site would leave its results out, and say so.
  const built = buildSite(published, join(scratch, "dist"));
  assert.deepEqual(
    built.leftOut.map(({ name }) => name),
    ["history/greeter"],
  );
});

test("what is proven comes first, with its interval, and a new series is called one", () => {
  const version = (label: string) => ({ target: `greeter@${label}`, label });
  const step = (base: string, next: string, ratio: number, verdict: string) => ({
    series: "greeter/node",
    scenario: "GET /",
    base: `greeter@${base}`,
    new: `greeter@${next}`,
    ratio,
    lo: 0.98 * ratio,
    hi: 1.02 * ratio,
    verdict,
  });
  const result = {
    machine: { cpu: "A CPU" },
    history: {
      versions: ["1.0.0", "1.1.0", "1.2.0"].map(version),
      steps: [step("1.0.0", "1.1.0", 1, "same"), step("1.1.0", "1.2.0", 2, "slower")],
    },
  } as unknown as Result;
  const place = { name: "history/greeter", folder: "", earlier: null };
  const [, slower] = result.history!.steps;
  const cpu = { base: 1e-4, new: 2e-4, difference: 1e-4, lo: 9e-5, hi: 1.1e-4 };
  const called = (label: string) => ({ name: `greeter@${label}/node`, runtime: "node" });
  const explained = {
    base: called("1.1.0"),
    new: called("1.2.0"),
    metric: "cpu" as const,
    whole: cpu,
    functions: [],
    files: [],
    packages: [],
    kinds: [],
    rounds: 3,
  } as unknown as Explained;
  const reasons = new Map([[slower!, explained]]);
  const measured = [{ kept, place, added: ["1.1.0", "1.2.0"], result, reasons }];
  const week = { measured, failed: [] };
  assert.equal(
    textOf(week),
    `## greeter: 1.1.0, 1.2.0, a new series on A CPU

Proven:

- greeter/node 1.2.0 takes 2.000 times [1.960, 2.040] the CPU time per request of 1.1.0 in GET /: **slower**
  Why: \`greeter 1.2.0 takes 100.0 µs more CPU per request than greeter 1.1.0 [90.00, 110.0]. No single function differs significantly after 3 rounds. A longer --budget may find one.\`

Not different, or undecided:

- greeter/node 1.1.0 takes 1.000 times [0.980, 1.020] the CPU time per request of 1.0.0 in GET /: **same**

Every verdict is corrected for all steps of its history. The raw rounds are in the changed folders.
`,
  );
});

test("a history that fails is reported, and the others are measured", async () => {
  const week = await measureWeek([kept], {
    published: tmpdir(),
    machine: describeMachine(),
    publications: async () => {
      throw new Error("the registry cannot be reached\nat somewhere");
    },
    measure: async () => assert.fail("nothing is known to be new"),
    explain: () => assert.fail("nothing was measured"),
    note: () => {},
  });
  assert.deepEqual(week.failed, [{ name: "greeter", reason: "the registry cannot be reached" }]);
  assert.match(textOf(week), /- greeter: `the registry cannot be reached`\n/);
});

test("the histories that are kept alive can be read, and each package is in the catalog", () => {
  const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  for (const { package: name } of readKept(join(root, "site/histories.json"))) {
    assert.match(catalog, new RegExp(`^ {4}"?${name}"?: `, "m"));
  }
});
