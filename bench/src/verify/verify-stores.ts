import { scenarioNamed } from "@deadheat/handlers";
import type { Target } from "../targets/manifest.ts";
import type { ServicesDescription } from "@deadheat/journal";
import { whyUnsupported } from "../plan/scenarios.ts";
import type { Pinning } from "@deadheat/measure";
import { storeFor, type Addresses } from "../targets/store-address.ts";
import { unsupported, verifyTarget, type FloorAnswers, type Verdict } from "./verify.ts";

/** What checking a target with its stores takes. */
export interface StoreChecks {
  /** By name; those without a store are left aside. */
  readonly scenarios: readonly string[];
  readonly services: ServicesDescription | undefined;
  readonly addresses: Addresses | undefined;
  readonly pinning: Pinning;
  readonly signal: AbortSignal;
  readonly floorAnswers?: FloorAnswers;
}

/** One verdict for each scenario with a store; one server process for each store, not each scenario. */
export async function verifyStores(
  target: Target,
  floor: Target,
  { scenarios, services, addresses, pinning, signal, floorAnswers }: StoreChecks,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const byStore = Map.groupBy(scenarios, (name) => scenarioNamed(name).store);
  for (const [name, own] of byStore) {
    if (name === null) continue;
    const possible = own.filter((scenario) => {
      const reason = whyUnsupported(target, scenario, services);
      if (reason !== null) verdicts.push(unsupported(target, scenario, reason));
      return reason === null;
    });
    const [first] = possible;
    if (first === undefined) continue;
    const store = storeFor(first, addresses);
    const found = await verifyTarget(target, floor, pinning, signal, store, floorAnswers);
    verdicts.push(...found.filter((verdict) => possible.includes(verdict.scenario)));
  }
  return verdicts;
}
