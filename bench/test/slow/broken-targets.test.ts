import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Result } from "@deadheat/judge";
import { createApps, serverThat } from "../broken-apps.ts";
import { deadheat, resultOf } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";

const short = ["--rounds", "3", "--warmup", "500", "--window", "0.4s"];
const seed = String(Math.floor(Math.random() * 1e9));

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
