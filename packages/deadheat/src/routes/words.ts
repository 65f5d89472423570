import { someOf } from "@deadheat/report/format";
import type { Candidate, Candidates } from "./candidate.ts";

export interface RouteGroup {
  /** The first part of the paths: `/orders`. */
  readonly name: string;
  readonly requests: readonly Candidate[];
}

/** Returns the requests by the first part of their paths. */
export function grouped(found: readonly Candidate[]): RouteGroup[] {
  const groups = Map.groupBy(found, ({ path }) => `/${/^\/([^/?]*)/.exec(path)?.[1] ?? ""}`);
  return [...groups]
    .map(([name, requests]) => ({ name, requests }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns what `init` says about the routes: how many, and which are left out and why. */
export function routesWords({ found, left }: Candidates): string[] {
  if (found.length + left.length === 0) return [];
  const groups = grouped(found).map(({ name, requests }) => `${name} (${requests.length})`);
  const names = found.length === 0 ? "" : `: ${someOf(groups, 12)}`;
  const reasons = [...Map.groupBy(left, ({ why }) => why)].map(
    ([why, some]) =>
      `  ${someOf(
        some.map(({ request }) => request),
        3,
      )}: ${why}`,
  );
  return [
    `Found ${found.length} ${found.length === 1 ? "request" : "requests"}${names}`,
    ...(left.length > 0
      ? [`Left out ${left.length}, which the configuration lists:`, ...reasons]
      : []),
  ];
}
