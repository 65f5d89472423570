import { scenarioNamed } from "@deadheat/handlers";
import type { ServicesDescription } from "@deadheat/journal";
import type { Pinning } from "@deadheat/measure";
import { whyUnsupported } from "../plan/scenarios.ts";
import type { Target } from "../targets/manifest.ts";
import { protocolOf, servingFor, servingKey } from "../targets/serving/serving.ts";
import type { Addresses } from "../targets/serving/store-address.ts";
import { scenarioChecks } from "./check.ts";
import { unsupported, verifyServing, type FloorAnswers, type Verdict } from "./verify.ts";

/** The scenarios to check and the environment of the servers. */
export interface ScenarioChecks {
  /** The names of the scenarios. Those that `verifyTarget` checks are skipped. */
  readonly scenarios: readonly string[];
  readonly services: ServicesDescription | undefined;
  readonly addresses: Addresses | undefined;
  readonly pinning: Pinning;
  readonly signal: AbortSignal;
  readonly floorAnswers?: FloorAnswers;
}

/**
 * Checks each scenario whose server is started in a special way: with a store, with families, or over another protocol.
 * Starts one server process for each such way, not for each scenario.
 */
export async function verifyScenarios(
  target: Target,
  floor: Target,
  { scenarios, services, addresses, pinning, signal, floorAnswers = new Map() }: ScenarioChecks,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const own of Map.groupBy(scenarios.filter(isApart), servingKey).values()) {
    const possible = own.filter((scenario) => {
      const reason = whyUnsupported(target, scenario, services);
      if (reason !== null) verdicts.push(unsupported(target, scenario, reason));
      return reason === null;
    });
    const [first] = possible;
    if (first === undefined) continue;
    const serving = await servingFor(first, addresses);
    // The checks include scenarios that this target lacks, because the floor's answers serve all targets.
    const checks = (token: string) => scenarioChecks(possible, token);
    const conditions = { pinning, signal, floorAnswers };
    verdicts.push(...(await verifyServing(target, floor, checks, serving, conditions)));
  }
  return verdicts;
}

/** Returns true if the scenario needs a server that is started in a special way. */
function isApart(name: string): boolean {
  const scenario = scenarioNamed(name);
  const { store, families, exchange } = scenario;
  return (
    store !== null ||
    families.length > 0 ||
    Boolean(exchange.traffic) ||
    protocolOf(scenario) !== null
  );
}
