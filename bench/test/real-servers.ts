import assert from "node:assert/strict";
import { scenarioNamed } from "@deadheat/handlers";
import type { Load, Role, RoundRecord } from "@deadheat/journal";
import { choosePinning, planRound, runRound, type Bench, type Exchange } from "@deadheat/measure";
import { obtainOha } from "@deadheat/oha";
import { discoverTargets } from "../src/targets/discover.ts";
import { entrantOf } from "../src/targets/entrant.ts";
import type { Target } from "../src/targets/manifest.ts";
import { calibrationDirectory } from "../src/targets/project.ts";
import type { Serving } from "../src/targets/serving/serving.ts";
import { runtimeVersions } from "../src/targets/tools.ts";

// The targets of apps/ and calibration/, and short rounds of them.

const versions = runtimeVersions();
const all = [...discoverTargets(versions), ...discoverTargets(versions, calibrationDirectory)];

export const named = (name: string): Target =>
  all.find((one) => one.name === name) ?? assert.fail(name);

export async function benchOf(load: Load, signal = new AbortController().signal): Promise<Bench> {
  const oha = await obtainOha({ onProgress: console.error, signal });
  return { oha, pinning: choosePinning(), load, signal };
}

interface Pairing {
  /** A target, or the name of one. */
  readonly new: string | Target;
  readonly base: string | Target;
  readonly role?: Role;
  readonly scenario?: string;
  readonly exchange?: Exchange;
  readonly serving?: Serving;
}

/** Measures round `n` of two targets, by default in the scenario `text`. */
export async function roundOf(
  { new: next, base, role = "cell", scenario = "text", exchange, serving }: Pairing,
  load: Load,
  n = 1,
): Promise<RoundRecord> {
  const [newTarget, baseTarget] = [next, base].map((one) =>
    typeof one === "string" ? named(one) : one,
  ) as [Target, Target];
  const duet = { role, new: newTarget.name, base: baseTarget.name, scenario, rounds: 1 };
  const round = planRound(duet, n, 1, 7);
  const entrants = { new: entrantOf(newTarget, serving), base: entrantOf(baseTarget, serving) };
  const asked = exchange ?? scenarioNamed(scenario).exchange;
  return runRound(round, entrants, asked, await benchOf(load));
}
