import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import * as v from "valibot";
import {
  openJournal,
  readBlobHeader,
  readContents,
  writeBlob,
  type BlobHeader,
  type RoundRecord,
  type JournalRecord,
  type RunRecord,
} from "@deadheat/journal";
import { resultSchema } from "@deadheat/judge";
import { deadheatEach } from "./command.ts";
import { endRecord, roundRecord, runRecord, settings, temporaryFolder } from "./fixtures.ts";
import { mergeBlobs } from "deadheat/parts";

// Shards of a run that was never measured: their journals are made up.

const ratios = [0.9, 0.91, 0.89];
const shared = ["node-http/node text", "express/node text", "hono/bun text"];
const own = [["fetch/bun text"], ["koa/node text"], ["elysia/bun text"]];
const references: Record<string, string> = {
  "fetch/bun": "node-http/node",
  "hono/bun": "fetch/bun",
  "elysia/bun": "fetch/bun",
};

function journalOf(target: string, index: number, changes: Partial<RunRecord>): JournalRecord[] {
  const role: RoundRecord["role"] =
    target === "node-http/node" ? "aa" : target === "fetch/bun" ? "bridge" : "cell";
  const run = { runId: `run-${index}`, instance: `${index}`.repeat(16), ...changes };
  return [
    runRecord(target, run),
    ...ratios.map((ratio, i) =>
      roundRecord(target, references[target] ?? "node-http/node", i + 1, ratio, { role }),
    ),
    endRecord(),
  ];
}

/** Writes the blob of one of three shards. */
function shard(
  folder: string,
  index: number,
  changes: Partial<BlobHeader> = {},
  run: Partial<RunRecord> = {},
): string {
  const cells = [...shared, ...(own[index - 1] ?? [])];
  const journals = cells.map((name) => {
    const target = name.split(" ")[0] as string;
    const path = join(folder, `${index}-${target.replace("/", ".")}.journal`);
    const journal = openJournal(path);
    for (const record of journalOf(target, index, run)) journal.append(record);
    journal.close();
    return path;
  });
  const path = join(folder, `p1-${index}-of-3.jsonl`);
  const header: BlobHeader = {
    plan: "p1",
    shard: { index, total: 3 },
    fingerprint: settings.machine.fingerprint,
    instance: `${index}`.repeat(16),
    versions: { node: "26.10.0", "koa/node": "1.2.3 d-koa", "the harness": "h1" },
    run: {
      id: `run-${index}`,
      startedAt: "2026-11-21T10:00:00.000Z",
      finishedAt: "2026-11-21T10:10:00.000Z",
      profile: "quick",
      git: null,
      like: null,
      seconds: 100,
    },
    scenarios: ["text"],
    shared,
    own,
    missing: [],
    ...changes,
  };
  writeBlob(path, header, journals);
  return path;
}

/** Writes the blobs of all three shards into a new folder. */
function all(t: TestContext): { readonly folder: string; readonly paths: readonly string[] } {
  const folder = temporaryFolder(t);
  return { folder, paths: [1, 2, 3].map((index) => shard(folder, index)) };
}

async function merged(t: TestContext, folder: string, changes = {}) {
  const out = temporaryFolder(t);
  const options = { out, runs: out, acrossClasses: false, partial: false, ...changes };
  return mergeBlobs(folder, options);
}

test("the shards of a run give the table of the whole run, and say who they were", async (t) => {
  const [one, ...others] = await merged(t, all(t).folder);
  assert.deepEqual(others, []);
  const { result } = one ?? assert.fail();
  v.assert(resultSchema, result);
  assert.deepEqual(
    result.cells.map(({ target, status }) => `${target} ${status}`).toSorted(),
    [...shared, ...own.flat()].map((name) => name.replace(" text", " ok")).toSorted(),
  );
  assert.deepEqual(
    result.shards?.map(({ index, status, instance, cells }) => [index, status, instance, cells]),
    [1, 2, 3].map((index) => [index, "ok", `${index}`.repeat(16), 1]),
  );
  assert.equal(result.run.measured.seconds, 300);
  const rounds = (name: string) =>
    result.cells.find(({ target }) => target === name)?.efficiency?.toFloor.n;
  assert.deepEqual([rounds("hono/bun"), rounds("koa/node")], [9, 3]);
});

test("blobs lie in a folder each where they were fetched", async (t) => {
  const folder = temporaryFolder(t);
  for (const index of [1, 2, 3]) {
    const path = shard(temporaryFolder(t), index);
    mkdirSync(join(folder, `blob-${index}`));
    copyFileSync(path, join(folder, `blob-${index}`, "p1.jsonl"));
  }
  assert.equal((await merged(t, folder))[0]?.result.shards?.length, 3);
});

const mixtures: [string, Partial<BlobHeader>, RegExp][] = [
  ["another plan", { plan: "p2" }, /not parts of one run: the plan is p1 in\n.*and p2 in\n/s],
  ["another runtime", { versions: { node: "26.9.0" } }, /: node is 26\.10\.0 in\n.*26\.9\.0 in/s],
  [
    "another framework",
    { versions: { node: "26.10.0", "koa/node": "1.2.4 d-koa", "the harness": "h1" } },
    /koa\/node is 1\.2\.3 d-koa in\n.*1\.2\.4/s,
  ],
  [
    "another harness",
    { versions: { node: "26.10.0", "koa/node": "1.2.3 d-koa", "the harness": "h2" } },
    /the harness is h1 in/,
  ],
  ["another split", { shard: { index: 3, total: 4 } }, /the number of shards is 3 in\n.*and 4 in/s],
  [
    "a class of its own",
    { fingerprint: "f".repeat(16) },
    /2 classes of machines.*--across-classes/s,
  ],
];
for (const [what, changes, message] of mixtures) {
  test(`a blob of ${what} is refused, and both are named`, async (t) => {
    const { folder, paths } = all(t);
    shard(folder, 3, changes);
    await assert.rejects(merged(t, folder), (error: Error) => {
      assert.match(error.message, message);
      for (const i of [0, 2]) assert.ok(error.message.includes(paths[i]!), error.message);
      return error.name === "UsageError";
    });
  });
}

test("a shard that has rounds of another one's cells, or contradicts itself, is refused", async (t) => {
  const { folder, paths } = all(t);
  const second = paths[1]!;
  const koa = readFileSync(second, "utf8").split("\n").slice(1).join("\n");
  const planted = (text: string) => {
    const path = join(folder, "planted.journal");
    writeFileSync(path, text);
    writeBlob(second, readBlobHeader(second), [path]);
  };
  planted(koa.replaceAll("koa/node", "elysia/bun"));
  await assert.rejects(
    merged(t, folder),
    /2-of-3\.jsonl has records of elysia\/bun text, which are none of shard 2/,
  );
  planted(`${koa}${koa.replaceAll('"good":', '"good":1')}`);
  await assert.rejects(merged(t, folder), /Round 1 of \S+ text has different metrics in/);
  planted(`${koa}${koa}`);
  assert.equal((await merged(t, folder))[0]?.result.cells.length, 6);
});

test("a binary of another build is refused by its journals", async (t) => {
  const { folder } = all(t);
  const tools = { ...settings.tools, oha: { version: "1.16.0", sha256: "other" } };
  shard(folder, 3, {}, { settings: { ...settings, tools } });
  await assert.rejects(merged(t, folder), /tools\.oha\.sha256 is aa in/);
});

test("a shard that is there twice is refused, whatever its file is called", async (t) => {
  const { folder, paths } = all(t);
  copyFileSync(paths[1]!, join(folder, "again.jsonl"));
  await assert.rejects(merged(t, folder), /Shard 2 of 3 is there twice.*again\.jsonl.*2-of-3/s);
});

test("a blob that is cut off, edited, or none is refused", async (t) => {
  const { folder, paths } = all(t);
  const second = paths[1]!;
  const whole = readFileSync(second);
  truncateSync(second, whole.length - 10);
  await assert.rejects(merged(t, folder), /2-of-3\.jsonl was cut off or edited/);
  writeFileSync(second, whole.toString().replace('"n":2', '"n":7'));
  await assert.rejects(merged(t, folder), /2-of-3\.jsonl was cut off or edited/);
  writeFileSync(second, "");
  await assert.rejects(merged(t, folder), /2-of-3\.jsonl is not a blob/);
  copyFileSync(join(folder, "1-hono.bun.journal"), second);
  await assert.rejects(merged(t, folder), /2-of-3\.jsonl is not a blob .*field type/);
  await assert.rejects(merged(t, temporaryFolder(t)), /has no blobs/);
});

test("what is missing is said; --partial shows its cells as holes", async (t) => {
  const folder = temporaryFolder(t);
  shard(folder, 1);
  await assert.rejects(merged(t, folder), /shards 2, 3 of 3 are missing\. .*--partial/);
  shard(folder, 3);
  await assert.rejects(merged(t, folder), /shard 2 of 3 is missing/);
  const [one] = await merged(t, folder, { partial: true });
  const { result } = one ?? assert.fail();
  v.assert(resultSchema, result);
  const koa = result.cells.find(({ target }) => target === "koa/node");
  assert.deepEqual(
    [koa?.status, koa?.reason, koa?.version, koa?.rank],
    ["failed", "shard 2 of 3 is missing", "1.2.3", null],
  );
  assert.deepEqual(
    result.shards?.map(({ status }) => status),
    ["ok", "missing", "ok"],
  );
  assert.ok(result.warnings.some(({ code }) => code === "missing-shards"));
});

test("what one shard could not start is missing, unless every shard was to measure it", async (t) => {
  const folder = temporaryFolder(t);
  const none = (target: string) => ({
    target,
    framework: target.split("/")[0] as string,
    runtime: "node" as const,
    version: "1.2.3",
    scenario: "text",
    status: "failed" as const,
    reason: "its task left no journal",
  });
  shard(folder, 1, { missing: [none("h3/node"), none("express/node")] });
  shard(folder, 2);
  shard(folder, 3);
  const [one] = await merged(t, folder);
  const status = (name: string) =>
    one?.result.cells.filter(({ target }) => target === name).map((cell) => cell.status);
  assert.deepEqual([status("h3/node"), status("express/node")], [["failed"], ["ok"]]);
});

test("machines of two classes have a ranking each, never one", async (t) => {
  const { folder } = all(t);
  const there = temporaryFolder(t);
  const machine = { ...settings.machine, fingerprint: "f".repeat(16), cpu: "Other CPU" };
  for (const index of [1, 2, 3]) {
    const run = { settings: { ...settings, machine } };
    const path = shard(there, index, { fingerprint: machine.fingerprint }, run);
    copyFileSync(path, join(folder, `other-${index}.jsonl`));
  }
  const results = await merged(t, folder, { acrossClasses: true });
  assert.deepEqual(
    results.map(({ fingerprint: id, result }) => [id, result.machine.cpu, result.cells.length]),
    [
      ["f".repeat(16), "Other CPU", 6],
      [settings.machine.fingerprint, "Test CPU", 6],
    ],
  );
  assert.equal(new Set(results.map(({ path }) => path)).size, 2);
});

const forged: [string, Partial<BlobHeader>][] = [
  ["fingerprint", { fingerprint: "../../../escaped" }],
  ["fingerprint", { fingerprint: "/tmp/escaped-0000" }],
  ["shard.total", { shard: { index: 1, total: 2e8 } }],
  ["shard.total", { shard: { index: 1, total: 1.5 } }],
  ["shard", { shard: { index: 3, total: 2 } }],
  ["shard.index", { shard: { index: -1, total: 3 } }],
];
for (const [field, changes] of forged) {
  test(`a blob is rejected that has ${JSON.stringify(changes)}`, async (t) => {
    const { folder } = all(t);
    shard(folder, 1, changes);
    const out = join(temporaryFolder(t), "deep", "out");
    const asked = merged(t, folder, { out, acrossClasses: true, partial: true });
    await assert.rejects(asked, (error: Error) => {
      assert.match(error.message, new RegExp(`field ${field}:`));
      return error.name === "UsageError";
    });
    assert.ok(!existsSync(out));
  });
}

test("shards under two builds of a kernel are one class of machines", async (t) => {
  const folder = temporaryFolder(t);
  for (const index of [1, 2, 3]) {
    const kernel = `Linux 6.18.44-fc-v${index === 3 ? 669 : 657} x64`;
    const fingerprint = `${index === 3 ? 669 : 657}`.padStart(16, "0");
    const machine = { ...settings.machine, kernel, fingerprint };
    shard(folder, index, { fingerprint }, { settings: { ...settings, machine } });
  }
  const [one, ...others] = await merged(t, folder);
  assert.deepEqual(others, []);
  assert.equal(one?.fingerprint, "0000000000000657");
  assert.equal(one?.result.cells.length, 6);
  assert.ok(one?.result.warnings.some(({ code }) => code === "kernel-builds"));
});

test("what a shard took from the cache says of which run it is", async (t) => {
  const folder = temporaryFolder(t);
  shard(folder, 1);
  shard(folder, 2, {}, { runId: "earlier" });
  shard(folder, 3);
  const [one] = await merged(t, folder);
  const replayed = one?.result.cells.flatMap(({ target, replayedFrom: from }) =>
    from === null ? [] : [[target, from.run, from.instance]],
  );
  assert.deepEqual(
    replayed,
    // The anchors, too, but others have measured them.
    [["koa/node", "earlier", "2222222222222222"]],
  );
  assert.equal(one?.result.run.measured.rounds, 24, "of the shards' own");
});

test("a blob reads as the journals that it is made of", async (t) => {
  const folder = temporaryFolder(t);
  const { journals, bad } = await readContents([shard(folder, 1)]);
  assert.deepEqual(bad, []);
  assert.deepEqual(
    journals.map(({ run, rounds }) => [run.target, rounds.length]),
    [...shared, ...(own[0] ?? [])].map((name) => [name.split(" ")[0], 3]),
  );
});

test("the command says in one line what is wrong", async (t) => {
  const folder = temporaryFolder(t);
  shard(folder, 1);
  const out = join(temporaryFolder(t), "out");
  const [missing, nothing, partial] = await deadheatEach([
    ["merge", "--blobs", folder],
    ["merge"],
    ["merge", "--blobs", folder, "--partial", "--out", out],
  ]);
  assert.deepEqual([missing?.code, nothing?.code], [2, 2]);
  assert.match(missing?.stderr ?? "", /shards 2, 3 of 3 are missing/);
  assert.match(nothing?.stderr ?? "", /folders of runs or --blobs/);
  // The holes are cells that failed.
  assert.equal(partial?.code, 1);
  const { stdout = "" } = partial ?? {};
  assert.match(stdout, /^1 of 3 shards, of 1 machines of class 0123456789abcdef \(Test CPU/);
  assert.match(stdout, /koa\/node.*shard 2 of 3 is missing/);
});
