import { addonRecord } from "@deadheat/addon";
import { scenarioNamed, type Exchange } from "@deadheat/handlers";
import type { Settings, VerifyRecord } from "@deadheat/journal";
import type { Participant } from "@deadheat/runner";
import { entrantOf } from "../targets/entrant.ts";
import { floorOf } from "../targets/floor.ts";
import type { Target } from "../targets/manifest.ts";
import { askedBy, servingFor } from "../targets/serving/serving.ts";
import type { Addresses } from "../targets/serving/store-address.ts";
import { whyUnsupported } from "../plan/scenarios.ts";
import { verifyScenarios } from "../verify/verify-scenarios.ts";
import { verifyTarget, type FloorAnswers } from "../verify/verify.ts";
import { digestSources } from "./sources.ts";

/** The surroundings of a target that is measured. */
export interface Surroundings {
  /** Every target of the repository: the floors are among them. */
  readonly all: readonly Target[];
  /** The addresses of the services that scenarios need, with their passwords. */
  readonly addresses: Addresses;
  /** The answers of floors that were checked already: each floor is started once for all of its targets. */
  readonly floorAnswers?: FloorAnswers;
}

/**
 * Returns a target as the runner measures it: every answer is verified before the first block, and each server gets what
 * its scenario needs.
 */
export function participantOf(
  target: Target,
  {
    services,
    scenarios,
    machine: { pinning },
  }: Pick<Settings, "services" | "scenarios" | "machine">,
  { all, addresses, floorAnswers = new Map() }: Surroundings,
): Participant {
  const floor = floorOf(target, all);
  const { name, framework, runtime, version, addon } = target;
  const check = async (signal: AbortSignal): Promise<VerifyRecord[]> => {
    const apart = { scenarios, services, addresses, pinning, signal, floorAnswers };
    const verdicts = [
      ...(await verifyTarget(target, floor, pinning, signal, floorAnswers)),
      ...(await verifyScenarios(target, floor, apart)),
    ];
    return verdicts.map((verdict) => {
      return { type: "verify", ...verdict, differences: [...verdict.differences] };
    });
  };
  return {
    name,
    framework,
    runtime,
    version: version ?? "not installed",
    sources: digestSources(target, floor),
    facts: { addon: addonRecord(addon) },
    place: `apps/${framework}`,
    unsupported: (scenario) => whyUnsupported(target, scenario, services),
    check,
    entrant: async (scenario) => entrantOf(target, await servingFor(scenario, addresses)),
  };
}

/** Returns what the servers of a scenario are asked, and what must come back. */
export async function exchangeOf(scenario: string, addresses: Addresses): Promise<Exchange> {
  return askedBy(scenarioNamed(scenario).exchange, await servingFor(scenario, addresses));
}
