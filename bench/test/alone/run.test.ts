import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { root } from "../../src/targets/project.ts";
import type { Result } from "@deadheat/judge";
import { createApps } from "../broken-apps.ts";
import { deadheat, type Finished } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";

// The whole way of a run, through the real turbo, on real servers, with windows that are far too
// short for a metric: what is tested is that nothing is lost, doubled, or left behind.

const short = ["--rounds", "3", "--warmup", "500", "--window", "0.8s", "--json"];
const seed = String(Math.floor(Math.random() * 1e9));
const settings = ["--seed", seed, ...short];
const args = ["--targets", "fetch/bun", ...settings];

interface Output {
  readonly path: string;
  readonly result: Result;
}
const outputOf = ({ stdout, stderr, code }: Finished, expected = 0): Output => {
  // An exit code without a word on standard error would say nothing: then the result has the reason.
  assert.equal(code, expected, stderr || stdout.slice(0, 20_000) || "no output at all");
  return JSON.parse(stdout) as Output;
};

test("a run measures, a second one replays, --force measures again", async (t) => {
  const folder = temporaryFolder(t);
  const first = outputOf(await deadheat(...args, "--out", join(folder, "1")));
  assert.deepEqual(
    first.result.cells.map(({ target, status, replayedFrom }) => [target, status, replayedFrom]),
    [
      ["fetch/bun", "ok", null],
      ["node-http/node", "ok", null],
    ],
  );
  // Three of the A/A row, and for the bridge the quick profile's proportion: a fifth more.
  assert.equal(first.result.run.measured.rounds, 3 + 4);
  assert.ok((first.result.run.measured.underLoadShare ?? 0) > 0.1);
  assert.equal(first.result.noise.aa?.n, 3);
  assert.equal(first.result.bridges[0]?.n, 4);
  const onDisk = JSON.parse(readFileSync(first.path, "utf8")) as Result;
  assert.deepEqual(onDisk, first.result);
  for (const file of ["report.md", "report.html"]) {
    assert.ok(existsSync(join(folder, "1", file)), file);
  }

  const schema = JSON.parse(
    readFileSync(join(root, "bench/schema/result.schema.json"), "utf8"),
  ) as object;
  const validate = new Ajv.default({ strict: false }).compile(schema);
  assert.ok(validate(onDisk), JSON.stringify(validate.errors));

  const second = outputOf(await deadheat(...args, "--out", join(folder, "2")));
  assert.equal(second.result.run.measured.rounds, 0);
  assert.ok(second.result.cells.every((c) => c.replayedFrom?.run === first.result.run.id));
  assert.deepEqual(
    second.result.cells.map((cell) => cell.efficiency),
    first.result.cells.map((cell) => cell.efficiency),
  );

  const floor = ["--targets", "node-http/node", ...settings, "--force"];
  const third = outputOf(await deadheat(...floor, "--out", join(folder, "3")));
  assert.equal(third.result.run.measured.rounds, 3);

  const folders = [join(folder, "1"), join(folder, "3")];
  const merged = outputOf(
    await deadheat("merge", ...folders, "--json", "--out", join(folder, "merged")),
  );
  assert.equal(merged.result.bridges[0]?.n, 4);
  assert.equal(merged.result.noise.aa?.n, 6);

  const shown = await deadheat("report", join(folder, "1"));
  assert.equal(shown.code, 0);
  assert.match(shown.stdout, /fetch\/bun .* node-http\/node|fetch\/bun/s);
});

test("broken targets fail with their reasons, and cost the others nothing", async (t) => {
  const apps = {
    "zz-exits": { source: 'console.error("no licence"); process.exit(7);' },
    "zz-missing": { source: "", package: "zz-not-published" },
    "zz-wrong": {
      source: `import { createServer } from "node:http";
        const server = createServer((_, res) => res.end("Hello?"));
        server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ deadheat: "ready",
          port: server.address().port, pid: process.pid, runtime: "node", version: "1" })));
        process.on("SIGTERM", () => process.exit(0));`,
    },
  };
  createApps(apps);
  const folder = temporaryFolder(t);
  const finished = await deadheat(
    "--targets",
    Object.keys(apps).join(","),
    "--seed",
    seed,
    ...short,
    "--force",
    "--out",
    join(folder, "run"),
  );
  const { result } = outputOf(finished, 1);
  const reasons = Object.fromEntries(result.cells.map((cell) => [cell.target, cell.reason]));
  assert.deepEqual(Object.fromEntries(result.cells.map((cell) => [cell.target, cell.status])), {
    "node-http/node": "ok",
    "zz-exits/node": "failed",
    "zz-missing/node": "failed",
    "zz-wrong/node": "failed",
  });
  assert.match(reasons["zz-exits/node"] ?? "", /exited with code 7; its last words:\nno licence/);
  assert.match(reasons["zz-missing/node"] ?? "", /zz-not-published is not installed/);
  assert.match(reasons["zz-wrong/node"] ?? "", /body "Hello\?" instead of/);

  // The good one was not spoiled by the others' failures: it is kept, and only they are tried again.
  const options = ["--targets", Object.keys(apps).join(","), "--seed", seed, ...short];
  const again = outputOf(await deadheat(...options, "--out", join(folder, "again")), 1).result;
  const good = again.cells.find(({ target }) => target === "node-http/node");
  assert.equal(good?.status, "ok");
  assert.equal(good.replayedFrom?.run, result.run.id);
});
