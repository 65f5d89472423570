import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readContents, type Content } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { root } from "../../../src/targets/project.ts";
import { start } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { until } from "../../../../packages/measure/test/processes.ts";
import { smallDisk } from "./kernel.ts";

// Measures real shards, with windows that are far too short for a metric.

const short = ["--rounds", "3", "--warmup", "500", "--window", "0.3s", "--scenarios", "text"];
const run = ["--targets", "express/node", ...short, "--force"];

/** Measures a shard as one of several machines would. */
function on(instance: string, ...args: string[]) {
  return start(args, { DEADHEAT_INSTANCE: instance });
}

async function blobsIn(folder: string): Promise<readonly Content[]> {
  const names = readdirSync(folder).map((name) => join(folder, name));
  assert.ok(
    names.every((name) => name.endsWith(".jsonl")),
    names.join(" "),
  );
  const { journals, bad } = await readContents(names);
  assert.deepEqual(bad, []);
  return journals;
}

test("the workflow's steps: clones that are shards, their blobs, and one table", (t) => {
  const folder = join(temporaryFolder(t), "rehearsal");
  // docs/many-machines.md starts it through pnpm, which installs nothing for a script.
  const words = ["-y", "pnpm@12.21.0", "--filter", "@deadheat/bench", "rehearse", "2", folder];
  const what = ["--targets", "hono/bun,express/node", ...short];
  const options = { cwd: root, encoding: "utf8" } as const;
  const { status, stderr, stdout } = spawnSync("npx", [...words, ...what], options);
  // Such short windows may be too short for a server.
  assert.ok(status === 0 || status === 1, stdout + stderr);
  const result = JSON.parse(readFileSync(join(folder, "merged/result.json"), "utf8")) as Result;
  assert.deepEqual(result.cells.map(({ target }) => target).toSorted(), [
    "express/node",
    "fetch/bun",
    "hono/bun",
    "node-http/node",
  ]);
  assert.deepEqual(
    result.shards?.map((shard) => shard.status),
    ["ok", "ok"],
  );
  assert.equal(new Set(result.shards?.map(({ instance }) => instance)).size, 2);
  assert.match(readFileSync(join(folder, "summary.md"), "utf8"), /express\/node/);
});

test("the workflow starts what is rehearsed, and nothing whose commit is not known", () => {
  const files = [".github/workflows/measure.yml", ".github/workflows/ci.yml", "action.yml"];
  const [measure = "", ...others] = files.map((file) => readFileSync(join(root, file), "utf8"));
  const uses = (text: string) => [...text.matchAll(/uses: .*/g)].map(([one]) => one);
  for (const one of uses(measure)) {
    assert.match(one, /@[0-9a-f]{40} # v/);
    assert.ok(others.flatMap(uses).includes(one), one);
  }
  assert.match(measure, /run: bash \.ci\/shard "\$SHARD\/\$SHARDS" \$OPTIONS\n/);
  assert.match(measure, /run: bash \.ci\/merge results\/blobs --partial --across-classes\n/);
});

test("a shard that is killed is completed on another instance, and says who measured what", async (t) => {
  const folder = temporaryFolder(t);
  const [blobs, out] = [join(folder, "blobs"), join(folder, "run")];
  const first = on("first", ...run, "--shard", "1/2", "--blobs", blobs, "--out", out);
  await until(() => first.stderr().includes("[2/"), first.stderr);
  first.child.kill("SIGKILL");
  await first.finished;
  assert.ok(!existsSync(blobs), "a blob is whole, or not there");

  const other = await on("second", "--resume", "--shard", "2/2", "--out", out).finished;
  assert.equal(other.code, 2);
  assert.match(other.stderr, /cannot be resumed as shard 2\/2, because it is shard 1\/2/);

  const { code, stderr } = await on("second", "--resume", "--out", out, "--blobs", blobs).finished;
  assert.ok(code === 0 || code === 1, stderr);
  const journals = await blobsIn(blobs);
  const instances = new Set(journals.map(({ run: { instance } }) => instance));
  assert.equal(instances.size, 2);
  for (const target of new Set(journals.map((journal) => journal.run.target))) {
    const rounds = journals.filter((one) => one.run.target === target).flatMap((one) => one.rounds);
    const good = rounds.filter((round) => round.void === null).map(({ n }) => n);
    assert.equal(new Set(good).size, good.length, "no round is measured twice");
  }
});

test("a shard that finds no disk for its blob leaves none, and --resume writes it elsewhere", async (t) => {
  const disk = smallDisk(t, "16k");
  if (disk === null) return t.skip("a small file system needs root");
  const folder = temporaryFolder(t);
  const out = join(folder, "run");
  const shard = [...run, "--shard", "2/2", "--out", out];
  const { code, stderr } = await on("first", ...shard, "--blobs", disk).finished;
  assert.equal(code, 3, stderr);
  assert.match(stderr, /ENOSPC|no space|full/i);
  assert.deepEqual(readdirSync(disk), []);
  const blobs = join(folder, "blobs");
  const again = await on("first", "--resume", "--out", out, "--blobs", blobs).finished;
  assert.ok(again.code === 0 || again.code === 1, again.stderr);
  assert.ok((await blobsIn(blobs)).length > 0);
});
