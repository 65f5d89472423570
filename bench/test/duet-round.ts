import assert from "node:assert/strict";
import process from "node:process";
import { before, test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { floors, warmupOf, type RoundRecord, type Runtime } from "@deadheat/journal";
import { choosePinning, runRound } from "@deadheat/measure";
import { obtainOha, type Oha } from "@deadheat/oha";
import { discoverTargets } from "../src/targets/discover.ts";
import { entrantOf } from "../src/targets/entrant.ts";
import { type Target } from "../src/targets/manifest.ts";
import { runtimeVersions } from "../src/targets/tools.ts";
import { right, server } from "./own-server.ts";

const { exchange } = scenarioNamed("text");
export const pinning = choosePinning();
const apps = discoverTargets(runtimeVersions());
const app = (name: string): Target => apps.find((one) => one.name === name) as Target;
export const floor = app("node-http/node");
let oha: Oha;
before(async () => {
  oha = await obtainOha({ onProgress: (line) => console.error(line) });
});

export function round(
  targets: { new: Target; base: Target },
  { responses = 1000, seconds = 0.4, signal = new AbortController().signal } = {},
): Promise<RoundRecord> {
  const duet = {
    role: "cell" as const,
    new: targets.new.name,
    base: targets.base.name,
    scenario: "text",
    rounds: 1,
  };
  const order = { spawnBaseFirst: false, warmBaseFirst: true, loadBaseFirst: true };
  const entrants = {
    new: entrantOf(targets.new),
    base: entrantOf(targets.base),
  };
  return runRound({ duet, n: 1, stage: 1, ...order }, entrants, exchange, {
    oha,
    pinning,
    load: {
      warmup: warmupOf(responses),
      windowSeconds: seconds,
      connections: 10,
      workerThreads: 1,
    },
    signal,
  });
}

/** Tests that the serving thread of a floor is busy for at most all of the time. */
export function testServing(runtime: Runtime): void {
  test(`on ${runtime} the serving thread is busy for at most all of the time`, async (t) => {
    const own = app(floors[runtime]);
    const slow = server(t, `for (let i = 0; i < 3e5; i++); ${right}`);
    // Beside a slow server the thread also waits for its CPU, like all its other threads.
    const record = await round({ new: own, base: slow }, { seconds: 1 });
    assert.equal(record.void, null);
    for (const { servingSeconds, loadSeconds } of Object.values(record.sides ?? {})) {
      if (process.platform !== "linux") return assert.equal(servingSeconds, null);
      const share = (servingSeconds ?? 0) / loadSeconds;
      assert.ok(share > 0.2 && share <= 1.02, `${share} of the time`);
    }
  });
}
