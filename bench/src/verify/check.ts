import { routes, scenarioNamed, scenarios, type Exchange } from "@deadheat/handlers";
import { unsupportedReason, type Target } from "../targets/manifest.ts";
import { isPlain } from "../targets/serving/serving.ts";
import { probesOf, type Probe } from "./probes.ts";

export interface Check {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly probes: readonly Probe[];
  readonly unsupported: string | null;
}

/** Returns the checks of the routes that every app serves without a store. */
export function routeChecks(target: Target, token: string): Check[] {
  return routes.map((route) => {
    const scenario = scenarios.find((one) => one.route === route.name && isPlain(one));
    const has = scenario === undefined || target.scenarios.includes(scenario.name);
    return {
      name: scenario?.name ?? route.name,
      exchanges: route.exchanges(token),
      probes: [],
      unsupported: has ? null : unsupportedReason(target, scenario.name),
    };
  });
}

/**
 * Returns the checks of scenarios that one server serves. A check begins with the request that load repeats. Then come
 * requests that `token` makes up, which were unknown before the server started.
 */
export function scenarioChecks(names: readonly string[], token: string): Check[] {
  return names.map((name) => {
    const { exchange, exchanges, families } = scenarioNamed(name);
    const drawn = exchanges(token);
    return {
      name,
      exchanges: families.length === 0 ? drawn : [exchange, ...drawn],
      probes: probesOf(name),
      unsupported: null,
    };
  });
}
