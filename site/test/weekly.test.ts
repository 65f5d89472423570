// A week: a registry on loopback has a new release, which is put into words.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { describeMachine } from "@deadheat/measure";
import { publicationsOf } from "@deadheat/versions";
import type { Explained, Result } from "@deadheat/judge";
import { historyOf } from "../../packages/judge/test/histories.ts";
import { startRegistry } from "../../packages/versions/test/installs-registry.ts";
import { setVariables, temporaryFolder } from "../../packages/journal/test/scratch.ts";
import { readKept, type Kept } from "../src/weekly/kept.ts";
import { textOf, titleOf } from "../src/weekly/text.ts";
import { measureWeek, type World } from "../src/weekly/weekly.ts";

const root = join(import.meta.dirname, "../..");

const kept: Kept = { name: "greeter", package: "greeter", versions: "1.0..", app: "server.mjs" };

/** Returns the history of these versions of the greeter, the last of which takes twice the time of those before. */
const made = (...labels: string[]) =>
  historyOf(
    labels.map((label, i) => ({
      label,
      ratios: [0.99, 1, 1.01].map((one) => (i === labels.length - 1 ? one : 2 * one)),
    })),
  );

// Nothing is measured: deadheat's own tests append to a history of real servers.
test("a new release is put into words, and another machine begins another series", async (t) => {
  const scratch = temporaryFolder(t);
  const registry = await startRegistry();
  t.after(() => registry.close());
  setVariables(t, { npm_config_registry: registry.url });
  const published = join(scratch, "published");
  mkdirSync(published);
  const publish = (version: string) => registry.publish({ manifest: { name: "greeter", version } });
  const { signal } = new AbortController();
  const note = () => {};
  const asking = { offline: false, allowScripts: [], allowGit: false, cwd: scratch, note, signal };
  const versions = ["1.0.0", "1.1.0"];
  const asked: { name: string; isNew: boolean }[] = [];
  const explained: string[] = [];
  const world: World = {
    published,
    machine: made(...versions).machine,
    publications: (name) => publicationsOf(name, asking),
    measure: async (_kept, subject, { name, folder, earlier }) => {
      assert.equal(subject, "greeter@1.0..");
      asked.push({ name, isNew: earlier === null });
      const result = made(...versions);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "result.json"), JSON.stringify(result));
      return result;
    },
    explain: () => async (base, next) => {
      explained.push(`${base} ${next}`);
      throw new Error("no servers");
    },
    note,
  };

  for (const version of versions) await publish(version);
  const first = await measureWeek([kept], world);
  assert.deepEqual(first.measured[0]?.added, versions);
  assert.match(textOf(first), /a new series on/);

  const idle = await measureWeek([kept], world);
  assert.deepEqual(idle, { measured: [], failed: [] });
  assert.match(textOf(idle), /No release is new/);

  versions.push("1.2.0");
  await publish("1.2.0");
  const second = await measureWeek([kept], world);
  assert.deepEqual(second.measured[0]?.added, ["1.2.0"]);
  assert.equal(titleOf(second), "greeter 1.2.0");
  assert.match(
    textOf(second),
    /- app\/node 1\.2\.0 takes 2\.\d+ times \[\S+ \S+\] the CPU time per request of 1\.1\.0 .*\*\*slower\*\*/,
  );
  assert.equal(explained.at(-1), "app@1.1.0/node app@1.2.0/node");
  assert.deepEqual(
    second.failed.map(({ reason }) => reason),
    ["no servers"],
  );

  const withBun = await measureWeek([{ ...kept, runtimes: ["node", "bun"] }], world);
  assert.deepEqual(withBun.measured[0]?.added, versions, "no version has run on Bun");
  const machine = { ...world.machine, cpu: "Another CPU", fingerprint: "other" };
  await measureWeek([kept], { ...world, machine });
  assert.deepEqual(asked.slice(-2), [
    { name: "history/greeter", isNew: false },
    { name: `history/greeter-another-${machine.cores}cpu`, isNew: true },
  ]);
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
