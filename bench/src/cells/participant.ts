import { addonRecord } from "@deadheat/addon";
import { scenarioNamed, type Exchange } from "@deadheat/handlers";
import type { Settings } from "@deadheat/journal";
import type { Participant } from "@deadheat/runner";
import { entrantOf } from "../targets/entrant.ts";
import { floorOf } from "../targets/discover.ts";
import type { Target } from "../targets/manifest.ts";
import { askedBy, servingFor } from "../targets/serving/serving.ts";
import type { Addresses } from "../targets/serving/store-address.ts";
import { whyUnsupported } from "../targets/scenarios.ts";
import { verifyTarget, type FloorResponses } from "../verify/verify.ts";
import { digestSources } from "./sources.ts";

/** The other targets, and the services that a target needs. */
export interface Surroundings {
  /** Every target of the repository, including the floors. */
  readonly all: readonly Target[];
  /** The addresses of the services that scenarios need, with their passwords. */
  readonly addresses: Addresses;
  /** The responses of floors that were already checked, so that each floor is started only once for this check. */
  readonly floorResponses?: FloorResponses;
}

/**
 * Returns a target in the runner's form. Every response is verified before the first round, and each server gets the
 * addresses that its scenario needs.
 */
export function participantOf(
  target: Target,
  {
    services,
    scenarios,
    machine: { pinning },
  }: Pick<Settings, "services" | "scenarios" | "machine">,
  { all, addresses, floorResponses = new Map() }: Surroundings,
): Participant {
  const floor = floorOf(target, all);
  const { name, framework, runtime, version, addon } = target;
  return {
    name,
    framework,
    runtime,
    version: version ?? "not installed",
    sources: digestSources(target, floor),
    facts: { addon: addonRecord(addon) },
    place: `apps/${framework}`,
    unsupported: (scenario) => whyUnsupported(target, scenario, services),
    check: (signal) => {
      const wanted = { scenarios, services, addresses, pinning, signal, floorResponses };
      return verifyTarget(target, floor, wanted);
    },
    entrant: async (scenario) => entrantOf(target, await servingFor(scenario, addresses)),
  };
}

export async function exchangeOf(scenario: string, addresses: Addresses): Promise<Exchange> {
  return askedBy(scenarioNamed(scenario).exchange, await servingFor(scenario, addresses));
}
