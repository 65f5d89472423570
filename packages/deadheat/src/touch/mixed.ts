import type { Exchange } from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { isReading } from "../plan/mix.ts";

/** A request, the exchange that each side has learned for it, and the weight that it has in one load of many. */
export interface Weighed {
  readonly asked: ReadRequest;
  readonly exchange: Exchange;
  readonly weight: number;
}

/** The paths of a request that a load of many requests draws from, at most. */
const MOST_PATHS = 10;

/** Returns the same text for requests that one load can draw from: only their paths differ. A write may change what others return. */
export function loadOf({ asked, exchange }: Pick<Weighed, "asked" | "exchange">): string | null {
  if (!isReading(asked)) return null;
  const { request, response } = exchange;
  const { method, headers, body } = request;
  return JSON.stringify([
    method,
    Object.entries(headers).toSorted(),
    body,
    response.status,
    asked.keepAlive,
  ]);
}

/** Returns one exchange whose load draws from the requests by their weights, and from the paths of each in turn. */
export function mixedExchange(requests: readonly [Weighed, ...Weighed[]]): Exchange {
  const pathsOf = ({ exchange: { request, response, variants } }: Weighed) =>
    (variants ?? [{ request, response }]).slice(0, MOST_PATHS);
  const most = Math.max(...requests.map((one) => pathsOf(one).length));
  const variants = requests.flatMap((one) => {
    const own = pathsOf(one);
    const times = one.weight * most;
    return Array.from({ length: times }, (_, i) => own[i % own.length] as (typeof own)[number]);
  });
  const [{ exchange }] = requests;
  return { ...exchange, variants };
}

/** The largest weight beside the smallest one. */
const MOST_BY_COST = 20;
const ALL_SHARES = 1000;

/**
 * Returns the weights of requests: by their shares if each has one, and otherwise so that each takes about the same CPU time,
 * since a cheap request could become much slower unnoticed beside an expensive one.
 */
export function weightsOf(
  requests: readonly Pick<ReadRequest, "share">[],
  cpuSeconds: readonly number[],
): number[] {
  const shares = requests.map(({ share }) => share ?? 0);
  if (shares.every((share) => share > 0)) {
    const all = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share) => Math.max(1, Math.round((ALL_SHARES * share) / all)));
  }
  const most = Math.max(...cpuSeconds);
  return cpuSeconds.map((seconds) => {
    const times = Math.round(most / Math.max(seconds, most / MOST_BY_COST));
    return Number.isFinite(times) ? Math.max(1, times) : 1;
  });
}
