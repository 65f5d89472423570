import type { Server } from "./server/launch.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { isHeavy } from "./fit/fit.ts";
import { endsSeconds } from "./load/warm-up.ts";
import { both, type Pair } from "./both.ts";
import { type WarmPair } from "./pair.ts";
import { closed } from "./server/asked.ts";
import { comparingBodies, keeps } from "./server/sampling.ts";
import { loadTogether } from "./window.ts";

const DECOY_SHARE = 1 / 2;
const [SHORTEST_SECONDS, LONGEST_SECONDS] = [0.2, 2];

/**
 * Draws whether a round has a decoy, and where. Otherwise a server could count requests, loads or seconds, and work in all
 * but the window.
 */
export function decoyFor(server: Server): "before" | "after" | null {
  if (!keeps(server)) return null;
  const drawn = Math.random();
  return drawn < DECOY_SHARE / 2 ? "before" : drawn < DECOY_SHARE ? "after" : null;
}

/** The share of decoys in which all responses are compared. In the others, a drawn part of up to half of the connections is. */
const WHOLE_SHARE = 1 / 2;

/**
 * Loads both servers as the window does, and compares the responses on some of the connections, or on all. Nobody can tell a
 * decoy from the window before it ends. Short ones are drawn more often.
 * @returns the number of compared responses
 */
export async function loadDecoy(pair: WarmPair, baseFirst: boolean): Promise<Pair<number>> {
  const { servers, bench, fit } = pair;
  const { windowSeconds } = bench.load;
  const ends = isHeavy(fit) ? [] : [endsSeconds(windowSeconds)];
  const longest = Math.min(LONGEST_SECONDS, windowSeconds);
  const whole = Math.max(SHORTEST_SECONDS, longest * Math.random() ** 2);
  const { connections } = closed(servers.base, bench, whole);
  const isWhole = connections === 1 || Math.random() < WHOLE_SHARE;
  const decoyOf = isWhole ? connections : 1 + Math.floor((Math.random() * connections) / 2);
  const others = withConnections(pair, connections - decoyOf);
  let compared = { new: 0, base: 0 };
  for (const seconds of [...ends, whole]) {
    const load = isWhole
      ? () => rest(pair, seconds)
      : () => loadTogether(others, baseFirst, [seconds]);
    const { counts } = await comparingBodies(servers, bench, { decoyOf }, load);
    compared = both((which) => compared[which] + counts[which]);
  }
  return compared;
}

async function rest({ bench: { signal }, loaded }: WarmPair, seconds: number): Promise<void> {
  await sleep(1000 * seconds, undefined, { signal });
  loaded.seconds += seconds;
}

function withConnections(pair: WarmPair, connections: number): WarmPair {
  const of = ({ exchange, ...server }: Server): Server => {
    return { ...server, exchange: { ...exchange, traffic: { ...exchange.traffic, connections } } };
  };
  return { ...pair, servers: both((which) => of(pair.servers[which])) };
}
