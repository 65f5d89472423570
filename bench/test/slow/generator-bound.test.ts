import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { runtimes, warmupOf, type RoundRecord } from "@deadheat/journal";
import { GENERATOR_BOUND, bottleneckOf } from "@deadheat/judge";
import { choosePinning, defaultLoad, planRound, runRound } from "@deadheat/measure";
import { obtainOha } from "@deadheat/oha";
import { discoverTargets } from "../../src/targets/discover.ts";
import { entrantOf } from "../../src/targets/entrant.ts";
import { calibrationDirectory } from "../../src/targets/project.ts";
import { runtimeVersions } from "../../src/targets/tools.ts";
import type { Target } from "../../src/targets/manifest.ts";

// A generator's limit is not published as a server's limit, nor the reverse.

const targets = discoverTargets(runtimeVersions(), calibrationDirectory);
const pinning = choosePinning();
const { signal } = new AbortController();

/** Takes a round of a server with itself. */
async function roundOf(server: string, warmupRequests: number): Promise<RoundRecord> {
  const oha = await obtainOha({ onProgress: () => {}, signal });
  const entrant = entrantOf(targets.find(({ name }) => name === server) as Target);
  const load = { ...defaultLoad(pinning.generators.length, 1), warmup: warmupOf(warmupRequests) };
  const duet = { role: "aa", new: server, base: server, scenario: "text", rounds: 1 } as const;
  const { exchange } = scenarioNamed("text");
  const entrants = { new: entrant, base: entrant };
  return runRound(planRound(duet, 1, 1, 1), entrants, exchange, { oha, pinning, load, signal });
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

for (const runtime of runtimes) {
  test(`${runtime}: a server that does next to nothing is generator-bound`, async (t) => {
    const round = await roundOf(`null/${runtime}`, 40_000);
    assert.equal(round.void, null);
    if (!generatorAtLimit(round)) return t.skip("the generators were not at their limit");
    for (const which of ["new", "base"] as const) {
      assert.equal(bottleneckOf([round], which), "generator");
    }
  });

  test(`${runtime}: a server that spins for 1 ms is not generator-bound`, async () => {
    const round = await roundOf(`busy/${runtime}`, 1_000);
    assert.equal(round.void, null);
    for (const which of ["new", "base"] as const) {
      assert.notEqual(bottleneckOf([round], which), "generator");
    }
  });
}
