import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Compared, Comparison } from "@deadheat/judge";
import { readJournal } from "@deadheat/journal";
import { createApps, flipping, serverThat } from "../broken-apps.ts";
import { deadheat } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";

// Tests the rules that end a comparison, on real servers.

createApps({
  "zz-one": { source: serverThat("") },
  "zz-flip": { source: flipping },
});

async function roundsOf(comparison: Comparison) {
  const { records } = await readJournal(comparison.journal);
  return records.filter((record) => record.type === "round");
}

const undecided = ["compare", "zz-one/node", "zz-flip/node", "--gate", "30%", "--budget", "9s"];
const short = ["--warmup", "500", "--window", "0.8s"];

test("an undecided gate exits with 4", async (t) => {
  const out = join(temporaryFolder(t), "run");
  const { code, stdout, stderr } = await deadheat(...undecided, ...short, "--json", "--out", out);
  assert.equal(code, 4, stderr);
  const [{ gate, verdict, n }] = (JSON.parse(stdout) as Compared).comparisons as [Comparison];
  assert.equal(gate?.outcome, "undecided");
  assert.ok((gate?.moreRounds ?? 0) > 0);
  assert.equal(verdict, "undecided");
  assert.ok(n >= 3, `${n}`);
});

test("an undecided gate exits with 0 if --on-undecided says so", async (t) => {
  const lenient = ["--on-undecided", "pass", "--out", join(temporaryFolder(t), "run")];
  const { code, stdout, stderr } = await deadheat(...undecided, ...short, ...lenient);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^UNDECIDED: .*\(limit 30 %\)/);
  const settles = [
    String.raw`About \d+ more rounds? would probably settle it: --budget \S+\.`,
    String.raw`It would probably take more than 10,000 rounds to settle it\.`,
  ];
  assert.match(stdout, new RegExp(`^(?:${settles.join("|")})$`, "m"));
});

test("--until stops at the requested width, or says that the budget ended first", async (t) => {
  const out = temporaryFolder(t);
  // The servers are warm enough for three rounds to be closer than the wide interval allows.
  const warm = ["--warmup", "10000", "--window", "0.5s"];
  const pair = ["node-http/node", "node-http/node", "--rounds", "3", "--json", ...warm];
  const until = async (width: string, budget: string, name: string) => {
    const args = [...pair, "--until", width, "--budget", budget, "--out", join(out, name)];
    const finished = await deadheat("compare", ...args);
    assert.equal(finished.code, 0, finished.stderr);
    return JSON.parse(finished.stdout).comparisons[0] as Comparison;
  };
  const wide = await until("95%", "60s", "wide");
  assert.equal(wide.n, 3);
  assert.equal(wide.until?.reached, true);
  assert.equal(wide.gate, null);

  const tight = await until("0.01%", "20s", "tight");
  assert.ok(tight.n > 3, `20 s hold more than three rounds: ${tight.n}`);
  assert.equal(tight.until?.reached, false);
  assert.ok((tight.until?.needed ?? 0) > tight.n);
  assert.equal(tight.confidence, 0.95);
  const stages = (await roundsOf(tight)).map((round) => round.stage);
  assert.deepEqual(stages.slice(0, 4), [1, 1, 1, 2]);
});
