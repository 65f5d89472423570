import { scenarioNamed } from "@deadheat/handlers";
import { warmupOf, type CostRecord, type Role } from "@deadheat/journal";
import { planCost, runCost, type Exchange } from "@deadheat/measure";
import { defaultCost } from "@deadheat/runner";
import { entrantOf } from "../src/targets/entrant.ts";
import { type Target } from "../src/targets/manifest.ts";
import { benchOf, named } from "./real-servers.ts";

// Uses real servers with the shortest useful settings. On a busy machine oha may miss its schedule, which is reported
// without a metric.

export const { exchange } = scenarioNamed("text");
export const floor = named("node-http/node");

interface Options {
  readonly role?: Role;
  readonly rates?: number[];
  readonly fractions?: number[];
  readonly asked?: Exchange;
  readonly signal?: AbortSignal;
}

export async function cost(
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
  const load = { warmup: warmupOf(1000), windowSeconds: 1, connections: 10, workerThreads: 1 };
  const bench = await benchOf(load, signal);
  return runCost(planCost(pair, 1, settings, 7), entrants, asked, settings, bench);
}

export const spin = (ms: number) =>
  `const since = performance.now(); while (performance.now() - since < ${ms});`;
