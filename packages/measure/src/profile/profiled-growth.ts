import { setTimeout as sleep } from "node:timers/promises";
import { ChannelError, type Heap } from "../channel/channel.ts";
import { withChannels } from "../channel/with-channels.ts";
import type { PlannedRound } from "../draw/order.ts";
import { CLOSING_SECONDS } from "../growth/loads.ts";
import { atOnce, both, type Pair } from "../both.ts";
import { recordOf, type WarmPair } from "../pair.ts";
import { closed, VoidRound, type Bench } from "../server/asked.ts";
import type { Entrant } from "../server/entrant.ts";
import type { Exchange } from "../server/exchange-type.ts";
import type { Profiled } from "./profiled-start.ts";
import { drive } from "../window.ts";

export interface ProfiledGrowth {
  readonly before: Heap;
  readonly after: Heap;
  readonly good: number;
}

/** As HEAP_INTERVAL, but a request leaves little behind, and a load has few requests. */
export const GROWTH_INTERVAL = 4 * 1024;

const LOAD_SECONDS = 1.5;
/** A load that lets the heap settle first, after a collection. */
const SETTLE_SECONDS = 0.5;

/** Starts and warms both servers of a round, and finds the objects that a load leaves behind. */
export function profileGrowth(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<Profiled<ProfiledGrowth>> {
  const nothing: Pick<Profiled<ProfiledGrowth>, "sides"> = { sides: null };
  const sampled = `heap ${GROWTH_INTERVAL}` as const;
  return withChannels(entrants, bench.signal, sampled, (connected, channels) => {
    const load = async (pair: WarmPair, seconds: number) => {
      const paces = both((which) => closed(pair.servers[which], pair.bench, seconds));
      const results = await drive(pair, paces, round.loadBaseFirst);
      await sleep(1000 * CLOSING_SECONDS, undefined, { signal: bench.signal });
      return { results, heaps: await atOnce(channels, (channel) => channel.heap()) };
    };
    const work = async (pair: WarmPair) => {
      try {
        const before = await load(pair, SETTLE_SECONDS);
        const after = await load(pair, LOAD_SECONDS);
        const sides = both((which) => ({
          before: before.heaps[which],
          after: after.heaps[which],
          good: after.results[which].good,
        }));
        return { sides };
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        throw new VoidRound(error.message);
      }
    };
    return recordOf({ round, entrants: connected, exchange, bench }, nothing, work);
  });
}
