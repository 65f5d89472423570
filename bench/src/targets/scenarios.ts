import { scenarioNamed, storeNamed } from "@deadheat/handlers";
import { unsupportedReason, type Target } from "./manifest.ts";
import type { ServicesDescription } from "@deadheat/journal";

/**
 * Returns why a target cannot be measured in a scenario; null if it can. Without `services`, returns only reasons that hold
 * on every machine.
 */
export function whyUnsupported(
  target: Target,
  scenario: string,
  services?: ServicesDescription | undefined,
): string | null {
  if (!target.scenarios.includes(scenario)) return unsupportedReason(target, scenario);
  const { store } = scenarioNamed(scenario);
  if (store === null) return null;
  const { runtimes, reason, service } = storeNamed(store);
  if (!runtimes.includes(target.runtime)) {
    const why = reason ?? `packages/handlers/src/stores.ts does not list ${target.runtime}`;
    return `${store} does not run here: ${why}`;
  }
  return services?.clients[store]?.reason ?? services?.missing[service] ?? null;
}

/** Returns whether a scenario's store has a client on a runtime. True for scenarios without a store. */
export function runsOn(scenario: string, runtime: Target["runtime"]): boolean {
  const { store } = scenarioNamed(scenario);
  return store === null || storeNamed(store).runtimes.includes(runtime);
}
