import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import type { RoundRecord } from "@deadheat/journal";
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
  const further = profiles.quick?.precision?.spare ?? 0;
  const folder = temporaryFolder(t);
  const out = join(folder, "run");
  // Uses the quick profile's 5 rounds, because another number would switch the second stage off.
  const args = ["--targets", "zz-unsteady/node", "--warmup", "200", "--window", "0.2s"];
  // The A/A row of an earlier run of this test must not be replayed either.
  await interrupted([...args, "--force", "--out", out], "extra round 6, ");
  const kept = inOrder(await roundsIn(out));
  assert.ok(kept.length > 6 && kept.length < 10 + further, `${kept.length} rounds`);

  const { run, cells } = await resumed(out);
  const measured =
    cells.find(({ target }) => target === "zz-unsteady/node")?.efficiency?.toFloor?.n ?? 0;
  assert.equal(run.measured.rounds, 10 + further - kept.length);
  const rounds = inOrder(await roundsIn(out));
  assert.deepEqual(rounds.slice(0, kept.length), kept, "the rounds before Ctrl-C are kept");
  const planned = rounds.filter(({ stage }) => stage === 1);
  for (let n = 1; n <= 5; n++) {
    // A round of each target, then the next of each.
    const turn = planned.slice(2 * n - 2, 2 * n);
    assert.deepEqual(turn.map((round) => `${round.new} ${round.n}`).toSorted(), [
      `node-http/node ${n}`,
      `zz-unsteady/node ${n}`,
    ]);
  }
  // Three rounds show how far a target spreads. Its further rounds come together with the planned ones from then on.
  const extra = rounds.filter(({ stage }) => stage === 2);
  assert.ok(extra.every(({ new: next }) => next === "zz-unsteady/node"));
  assert.ok(rounds.slice(0, 6).every(({ stage }) => stage === 1));
  const last = planned.at(-1)?.startedAt ?? "";
  assert.ok(
    extra.some(({ startedAt }) => startedAt < last),
    "all further rounds came last",
  );
  assert.equal(measured, 5 + further, "all that is spare");
  assert.equal(rounds.length, 10 + further);
  assert.equal(new Set(rounds.map(({ new: next, n }) => `${next} ${n}`)).size, 10 + further);

  const result = resultOf(await deadheat(...args, "--json", "--out", join(folder, "again")));
  assert.equal(result.run.measured.rounds, 0);
  const replayed = result.cells.find(({ target }) => target === "zz-unsteady/node");
  assert.equal(replayed?.efficiency?.toFloor?.n, measured);
  assert.equal(replayed.replayedFrom?.run, run.id);
});

function inOrder(rounds: readonly RoundRecord[]): RoundRecord[] {
  return rounds.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
}
