import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { root } from "../../src/targets/project.ts";
import type { Result } from "@deadheat/judge";
import { createApps, serverThat } from "../broken-apps.ts";
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

const nasty = '"\\u001b[2J\\u001b]0;x\\u0007\\u202egnp\\u2066\\u009b31m"';
/** The characters that a terminal obeys or hides. */
const odd = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

test("broken targets fail with their reasons, cost the others nothing, and tell a terminal nothing", async (t) => {
  const apps = {
    "zz-exits": { source: 'console.error("no licence"); process.exit(7);' },
    "zz-missing": { source: "", package: "zz-not-published" },
    "zz-wrong": { source: serverThat('return void res.end("Hello?");') },
    "zz-escapes": { source: `console.error(${nasty}); process.exit(1);` },
    "zz-body": { source: serverThat(`return void res.end(${nasty});`) },
  };
  createApps(apps);
  const folder = temporaryFolder(t);
  const options = ["--targets", Object.keys(apps).join(","), "--seed", seed, ...short];
  const out = join(folder, "run");
  const { code, stdout, stderr } = await deadheat(...options, "--force", "--out", out);
  assert.equal(code, 1, stderr);
  const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as Result;
  const reasons = Object.fromEntries(result.cells.map((cell) => [cell.target, cell.reason]));
  assert.deepEqual(Object.fromEntries(result.cells.map((cell) => [cell.target, cell.status])), {
    "node-http/node": "ok",
    "zz-exits/node": "failed",
    "zz-missing/node": "failed",
    "zz-wrong/node": "failed",
    "zz-escapes/node": "failed",
    "zz-body/node": "failed",
  });
  assert.match(reasons["zz-exits/node"] ?? "", /exited with code 7; its last words:\nno licence/);
  assert.match(reasons["zz-missing/node"] ?? "", /zz-not-published is not installed/);
  assert.match(reasons["zz-wrong/node"] ?? "", /body "Hello\?" instead of/);
  const measured = result.cells.find(({ target }) => target === "node-http/node");
  assert.equal(measured?.replayedFrom, null, "--force measures again");

  const report = await deadheat("report", out);
  for (const text of [stdout, report.stdout]) assert.match(text, /\\u001b\[2J/);
  const markdown = readFileSync(join(out, "report.md"), "utf8");
  for (const text of [stdout, stderr, markdown, report.stdout]) assert.doesNotMatch(text, odd);

  // The good one was not spoiled by the others' failures: it is kept, and only they are tried again.
  const json = [...options, "--json", "--out", join(folder, "again")];
  const again = resultOf(await deadheat(...json), 1);
  const good = again.cells.find(({ target }) => target === "node-http/node");
  assert.equal(good?.status, "ok");
  assert.equal(good.replayedFrom?.run, result.run.id);
});
