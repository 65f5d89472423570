import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Comparison } from "@deadheat/judge";
import { readJournal } from "@deadheat/journal";
import { createApps, flipping, serverThat } from "../broken-apps.ts";
import { deadheat } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";

// Tests the rules that end a comparison, on real servers.

const burn = "const until = performance.now() + 0.1; while (performance.now() < until);";
createApps({
  "zz-one": { source: serverThat("") },
  "zz-two": { source: serverThat(burn) },
  "zz-flip": { source: flipping },
});

async function roundsOf(comparison: Comparison) {
  const { records } = await readJournal(comparison.journal);
  return records.filter((record) => record.type === "round");
}

test("a gate fails for a server with far more work, and passes in the other direction", async (t) => {
  const out = temporaryFolder(t);
  const gate = async (a: string, b: string, name: string, budget: string) => {
    const args = [
      a,
      b,
      "--gate",
      "30%",
      "--budget",
      budget,
      "--json",
      "--warmup",
      "500",
      "--window",
      "0.8s",
    ];
    const finished = await deadheat("compare", ...args, "--out", join(out, name));
    return { ...finished, comparison: JSON.parse(finished.stdout).comparisons[0] as Comparison };
  };
  const slow = await gate("zz-one/node", "zz-two/node", "slow", "90s");
  assert.equal(slow.code, 1, slow.stderr);
  const { n } = slow.comparison;
  assert.ok(n === 4 || n === 6, `an early look is enough: ${n}`);
  assert.deepEqual(slow.comparison.gate, {
    limit: 0.3,
    outcome: "failed",
    confidence: n === 4 ? 0.995 : 0.994,
    moreRounds: null,
  });
  assert.equal(slow.comparison.verdict, "slower");
  assert.ok(slow.comparison.hi < 0.7);
  assert.ok((await roundsOf(slow.comparison)).every((round) => round.stage === 1));

  // The faster server is new, so every slowdown is excluded.
  const fast = await gate("zz-two/node", "zz-one/node", "fast", "20s");
  assert.equal(fast.code, 0, fast.stderr);
  assert.equal(fast.comparison.gate?.outcome, "passed");
  assert.equal(fast.comparison.until, null);
});

test("an undecided gate exits with 0 if --on-undecided says so", async (t) => {
  const args = ["compare", "zz-one/node", "zz-flip/node", "--gate", "30%", "--budget", "9s"];
  const lenient = ["--on-undecided", "pass", "--out", join(temporaryFolder(t), "run")];
  const { code, stdout, stderr } = await deadheat(
    ...args,
    "--warmup",
    "500",
    "--window",
    "0.8s",
    ...lenient,
  );
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^UNDECIDED: .*\(limit 30 %\)/);
  assert.match(stdout, /^(?:About \d+ more rounds|More than 10,000 rounds)/m);
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
