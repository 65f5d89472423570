import type { Server } from "./server/launch.ts";
import { isHeavy } from "./fit/fit.ts";
import { endsSeconds } from "./load/warm-up.ts";
import { both, type Pair } from "./both.ts";
import { type WarmPair } from "./pair.ts";
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

/**
 * Loads both servers as the window does, and compares responses without a pause. Nobody can tell a decoy from the window
 * before it ends. Short ones are drawn more often.
 * @returns the number of compared responses
 */
export async function loadDecoy(pair: WarmPair, baseFirst: boolean): Promise<Pair<number>> {
  const { servers, bench, fit } = pair;
  const { windowSeconds } = bench.load;
  const ends = isHeavy(fit) ? [] : [endsSeconds(windowSeconds)];
  const longest = Math.min(LONGEST_SECONDS, windowSeconds);
  const whole = Math.max(SHORTEST_SECONDS, longest * Math.random() ** 2);
  let compared = { new: 0, base: 0 };
  for (const seconds of [...ends, whole]) {
    const { counts } = await comparingBodies(servers, bench, "decoy", () =>
      loadTogether(pair, baseFirst, [seconds]),
    );
    compared = both((which) => compared[which] + counts[which]);
  }
  return compared;
}
