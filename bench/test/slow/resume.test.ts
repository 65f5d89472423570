import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../src/targets/project.ts";
import { createApps, serverThat } from "../broken-apps.ts";
import { deadheat, deadheatEach } from "../command.ts";
import { temporaryFolder } from "../fixtures.ts";
import { roundsIn, interrupted, resumed } from "../interrupted.ts";

// Real interruptions of real runs, with windows that are far too short for a metric.

const short = ["--rounds", "3", "--warmup", "500", "--window", "0.6s"];

test("an interrupted run leaves no process, keeps its rounds, and --resume adds the rest", async (t) => {
  const out = join(temporaryFolder(t), "run");
  const seed = String(Math.floor(Math.random() * 1e9));
  const args = ["--targets", "fetch/bun", ...short, "--seed", seed];
  await interrupted([...args, "--force", "--out", out], "[2/7]");
  const kept = await roundsIn(out);
  assert.ok(kept.length >= 2 && kept.length < 7, `${kept.length} rounds`);

  // A resumed run needs no option again, and rejects a different one.
  const others = [
    [["--rounds", "4"], /cannot be resumed: rounds was .*"cell":3.* and is now .*"cell":4/],
    [["--seed", "1"], /cannot be resumed: seed was \d+ and is now 1/],
    [["--targets", "fetch/node"], /cannot be resumed: targets was/],
  ] as const;
  const resume = ["--resume", "--out", out];
  const rejected = await deadheatEach(others.map(([other]) => [...resume, ...other]));
  for (const [i, { code, stderr }] of rejected.entries()) {
    assert.match(stderr, others[i]![1]);
    assert.equal(code, 2);
  }
  const { run, cells } = await resumed(out);
  assert.deepEqual(
    cells.map(({ target, status, replayedFrom }) => [target, status, replayedFrom]),
    [
      ["fetch/bun", "ok", null],
      ["node-http/node", "ok", null],
    ],
  );
  assert.equal(run.seed, Number(seed));
  assert.equal(run.measured.rounds, 7 - kept.length);
  const rounds = await roundsIn(out);
  assert.equal(new Set(rounds.map(({ new: next, n }) => `${next} ${n}`)).size, 7);
  assert.equal(rounds.length, 7);
  for (const round of kept) {
    assert.ok(rounds.some((one) => one.startedAt === round.startedAt && one.new === round.new));
  }

  const again = await deadheat("--resume", "--out", out);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /is finished, so there is nothing to resume/);
});

test("an app that was edited between Ctrl-C and --resume is not measured on", async (t) => {
  createApps({ "zz-edited": { source: serverThat("") } });
  const out = join(temporaryFolder(t), "run");
  await interrupted(
    ["--targets", "zz-edited/node", ...short, "--out", out],
    "zz-edited/node (text): round 1 of",
  );
  const kept = await roundsIn(out);
  appendFileSync(join(root, "apps/zz-edited/src/main.ts"), "// edited\n");
  const { code, stderr } = await deadheat("--resume", "--out", out);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /apps\/zz-edited has changed since zz-edited\/node was measured\. Undo the change/,
  );
  assert.deepEqual(await roundsIn(out), kept);
});
