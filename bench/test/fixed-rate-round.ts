import { before } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { warmupOf, type CostRecord, type Role } from "@deadheat/journal";
import { choosePinning, planCost, runCost, type Exchange } from "@deadheat/measure";
import { obtainOha, type Oha } from "@deadheat/oha";
import { defaultCost } from "@deadheat/runner";
import { discoverTargets } from "../src/targets/discover.ts";
import { entrantOf } from "../src/targets/entrant.ts";
import { type Target } from "../src/targets/manifest.ts";
import { runtimeVersions } from "../src/targets/tools.ts";

// Uses real servers with the shortest useful settings. On a busy machine oha may miss its schedule, which is reported
// without a metric.

export const { exchange } = scenarioNamed("text");
const apps = discoverTargets(runtimeVersions());
export const floor = apps.find(({ name }) => name === "node-http/node") as Target;
let oha: Oha;
before(async () => {
  oha = await obtainOha({ onProgress: (line) => console.error(line) });
});

interface Options {
  readonly role?: Role;
  readonly rates?: number[];
  readonly fractions?: number[];
  readonly asked?: Exchange;
  readonly signal?: AbortSignal;
}

export function cost(
  one: Target,
  reference: Target,
  { role = "cell", rates = [200], fractions = [], asked = exchange, signal }: Options = {},
): Promise<CostRecord> {
  const settings = {
    ...defaultCost({ cell: 1, bridge: 1, aa: 1 }),
    rates,
    fractions,
    idleSeconds: 0.3,
    capacitySeconds: 0.3,
    stepSeconds: 1.5,
  };
  const pair = { role, new: one.name, base: reference.name, scenario: "text", rounds: 1 };
  const entrants = { new: entrantOf(one), base: entrantOf(reference) };
  return runCost(planCost(pair, 1, settings, 7), entrants, asked, settings, {
    oha,
    pinning: choosePinning(),
    load: { warmup: warmupOf(1000), windowSeconds: 1, connections: 10, workerThreads: 1 },
    signal: signal ?? new AbortController().signal,
  });
}

export const spin = (ms: number) =>
  `const since = performance.now(); while (performance.now() - since < ${ms});`;
