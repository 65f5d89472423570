import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { profiles } from "../../../src/plan/profiles.ts";
import { createApps, serverThat } from "../../broken-apps.ts";
import { deadheat, resultOf } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { roundsIn, interrupted, resumed } from "../../interrupted.ts";

// Interrupts real runs, with windows that are far too short for a metric.

// Each process has its own speed for its whole life, so no five of them agree.
const unsteady = serverThat(`
  globalThis.rounds ??= Math.floor(Math.random() ** 3 * 400_000);
  for (let i = 0; i < globalThis.rounds; i++) globalThis.last = Math.imul(i, 31);
`);

test("all targets take turns; those that spread too far go on, also after Ctrl-C, and are replayed whole", async (t) => {
  // The source differs each time, because turbo's cache has the metrics of an earlier run of this test.
  createApps({ "zz-unsteady": { source: `${unsteady}\n// ${randomUUID()}` } });
  const folder = temporaryFolder(t);
  const out = join(folder, "run");
  // Uses the quick profile's 5 rounds, because another number would switch the second stage off.
  const args = ["--targets", "zz-unsteady/node", "--warmup", "200", "--window", "0.2s"];
  // The A/A row of an earlier run of this test must not be replayed either.
  await interrupted([...args, "--force", "--out", out], "round 6, ");
  const kept = await roundsIn(out);
  const planned = kept.filter(({ stage }) => stage === 1);
  assert.equal(planned.length, 10);
  const turns = planned
    .toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
    .map(({ n, new: next }) => [n, next] as const);
  assert.deepEqual(
    turns.map(([n]) => n),
    [1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    "a round of each target, then the next of each",
  );
  for (const round of kept.filter(({ stage }) => stage === 2)) {
    assert.ok(planned.every(({ startedAt }) => startedAt < round.startedAt));
    assert.equal(round.new, "zz-unsteady/node");
  }

  const { run, cells } = await resumed(out);
  const further = profiles.quick?.precision?.spare ?? 0;
  const n = cells.find(({ target }) => target === "zz-unsteady/node")?.efficiency?.toFloor?.n ?? 0;
  assert.equal(run.measured.rounds, 10 + further - kept.length);
  const rounds = await roundsIn(out);
  assert.equal(n, 5 + further, "all that is spare");
  assert.equal(rounds.length, 10 + further);
  assert.equal(
    new Set(rounds.map(({ new: next, n: number }) => `${next} ${number}`)).size,
    10 + further,
  );

  const result = resultOf(await deadheat(...args, "--json", "--out", join(folder, "again")));
  assert.equal(result.run.measured.rounds, 0);
  const replayed = result.cells.find(({ target }) => target === "zz-unsteady/node");
  assert.equal(replayed?.efficiency?.toFloor?.n, n);
  assert.equal(replayed.replayedFrom?.run, run.id);
});
