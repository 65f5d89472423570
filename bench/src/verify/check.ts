import { routes, scenarioNamed, scenarios, type Exchange } from "@deadheat/handlers";
import { unsupportedReason, type Target } from "../targets/manifest.ts";
import { probesOf, type Probe } from "./probes.ts";

/** What is asked of one route or scenario of a server, and what else is tried on it. */
export interface Check {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
  readonly probes: readonly Probe[];
  /** Why the target does not have it; null: it has. */
  readonly unsupported: string | null;
}

/** Of the routes that every app serves without a store. */
export function routeChecks(target: Target, token: string): Check[] {
  return routes.map((route) => {
    const scenario = scenarios.find(
      ({ route: name, store, families, exchange }) =>
        name === route.name && store === null && families.length === 0 && !exchange.traffic,
    );
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
 * Of scenarios that one server serves. First comes what load repeats, then what `token` makes of it: load asks what
 * verify has not asked, and verify asks what was not known before the server ran.
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
