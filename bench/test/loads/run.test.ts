import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { root } from "../../src/targets/project.ts";
import type { Result } from "@deadheat/judge";
import { deadheat, resultOf } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";

// The whole way of a run, through the real turbo, on real servers, with windows that are far too
// short for a metric: what is tested is that nothing is lost, doubled, or left behind.

const short = ["--rounds", "3", "--warmup", "500", "--window", "0.4s"];
const seed = String(Math.floor(Math.random() * 1e9));
const args = ["--targets", "fetch/bun", "--seed", seed, ...short, "--json"];

test("a run measures, and a second one replays", async (t) => {
  const folder = temporaryFolder(t);
  const first = resultOf(await deadheat(...args, "--out", join(folder, "1")));
  assert.deepEqual(
    first.cells.map(({ target, status, replayedFrom }) => [target, status, replayedFrom]),
    [
      ["fetch/bun", "ok", null],
      ["node-http/node", "ok", null],
    ],
  );
  // Three of the A/A row, and for the bridge the quick profile's proportion: a fifth more.
  assert.equal(first.run.measured.rounds, 3 + 4);
  assert.ok((first.run.measured.underLoadShare ?? 0) > 0.1);
  assert.equal(first.noise.aa?.n, 3);
  assert.equal(first.bridges[0]?.n, 4);
  const onDisk = JSON.parse(readFileSync(join(folder, "1/result.json"), "utf8")) as Result;
  assert.deepEqual(onDisk, first);
  for (const file of ["report.md", "report.html"]) {
    assert.ok(existsSync(join(folder, "1", file)), file);
  }

  const schema = JSON.parse(
    readFileSync(join(root, "bench/schema/result.schema.json"), "utf8"),
  ) as object;
  const validate = new Ajv.default({ strict: false }).compile(schema);
  assert.ok(validate(onDisk), JSON.stringify(validate.errors));

  const second = resultOf(await deadheat(...args, "--out", join(folder, "2")));
  assert.equal(second.run.measured.rounds, 0);
  assert.ok(second.cells.every((c) => c.replayedFrom?.run === first.run.id));
  assert.deepEqual(
    second.cells.map((cell) => cell.efficiency),
    first.cells.map((cell) => cell.efficiency),
  );

  const shown = await deadheat("report", join(folder, "1"));
  assert.equal(shown.code, 0);
  assert.match(shown.stdout, /fetch\/bun .* node-http\/node|fetch\/bun/s);
});
