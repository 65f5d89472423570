import assert from "node:assert/strict";
import { test } from "node:test";
import { fileRuntimes, warmupOf, type RoundRecord } from "@deadheat/journal";
import { GENERATOR_BOUND, bottleneckOf } from "@deadheat/judge";
import { choosePinning, defaultLoad } from "@deadheat/measure";
import type { Target } from "../../src/targets/manifest.ts";
import { nothingOn } from "../nothing-server.ts";
import { roundOf } from "../real-servers.ts";

// A generator's limit is not published as a server's limit, nor the reverse.

const pinning = choosePinning();

/** Takes a round of a server with itself. */
function roundWithItself(server: string | Target, warmupRequests: number): Promise<RoundRecord> {
  const load = { ...defaultLoad(pinning.generators.length, 1), warmup: warmupOf(warmupRequests) };
  return roundOf({ role: "aa", new: server, base: server }, load);
}

/**
 * Returns whether the servers' CPU had time to spare while the generators' CPU was full, by the CPUs' clocks. The verdict
 * uses the servers' threads. Both CPUs can be full beside another program; such a round proves nothing.
 */
function generatorAtLimit({ sides, machine }: RoundRecord): boolean {
  if (!sides || machine === null) return false;
  const servers = (sides.new.cpuSeconds + sides.base.cpuSeconds) / sides.new.loadSeconds;
  const idle = 1 - servers - (machine.foreign ?? 0) - (machine.steal ?? 0);
  return idle >= 0.1 && (machine.generatorBusy ?? 0) >= GENERATOR_BOUND;
}

for (const runtime of fileRuntimes) {
  test(`${runtime}: a server that does next to nothing is generator-bound`, async (t) => {
    const round = await roundWithItself(nothingOn(runtime, t), 40_000);
    assert.equal(round.void, null);
    if (!generatorAtLimit(round)) return t.skip("the generators were not at their limit");
    for (const which of ["new", "base"] as const) {
      assert.equal(bottleneckOf([round], which), "generator");
    }
  });

  test(`${runtime}: a server that spins for 1 ms is not generator-bound`, async () => {
    const round = await roundWithItself(`busy/${runtime}`, 1_000);
    assert.equal(round.void, null);
    for (const which of ["new", "base"] as const) {
      assert.notEqual(bottleneckOf([round], which), "generator");
    }
  });
}
