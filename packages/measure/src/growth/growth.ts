import { setTimeout as sleep } from "node:timers/promises";
import type { Checkpoint, GrowthRecord } from "@deadheat/journal";
import { ChannelError, type Channel } from "../channel/channel.ts";
import { readMemory } from "../machine/cpu-time.ts";
import { atOnce, both, type Pair } from "../both.ts";
import { type WarmPair } from "../pair.ts";
import { closed } from "../server/asked.ts";
import { drive } from "../window.ts";

/** The loads, with a checkpoint before and after each. The second half of them shows whether growth goes on. */
const LOADS = 6;
const FIRST_SECONDS = 0.5;
/** The responses that a load aims at. A heap is then known to a few bytes a response. */
const RESPONSES = 6000;
const LONGEST_SECONDS = 2;
/** A load is shortened if the one before it left more than this behind, so that a leak cannot exhaust the machine. */
const MOST_BYTES = 128 * 2 ** 20;
/** The rest after a load, in which its connections close. */
export const CLOSING_SECONDS = 0.1;
/** The time of a checkpoint of both servers, as measured. */
const CHECKPOINT_SECONDS = 0.4;

/** The approximate seconds that a round of cheap servers takes longer. */
export const GROWTH_SECONDS =
  LOADS * (FIRST_SECONDS + CLOSING_SECONDS) + (LOADS + 1) * CHECKPOINT_SECONDS;

/**
 * Loads both servers several times, and reads their memory after a forced collection before the first load and after
 * each. Without the collection, memory that waits for the collector looks like memory that stays: it comes and goes by
 * tens of megabytes. Changes the servers' memory, so everything else of the round must be measured before.
 */
export async function measureGrowth(
  pair: WarmPair,
  channels: Pair<Channel>,
  baseFirst: boolean,
): Promise<GrowthRecord> {
  const { servers, bench, loaded } = pair;
  const checkpoint = async (responses: Pair<number>): Promise<Pair<Checkpoint>> => {
    await sleep(1000 * CLOSING_SECONDS, undefined, { signal: bench.signal });
    return atOnce(
      both((which) => which),
      async (which) => {
        const live = await channels[which].live();
        const resident = readMemory(servers[which].pid)?.resident ?? null;
        return { responses: responses[which], live, resident };
      },
    );
  };
  try {
    const found = [await checkpoint({ new: 0, base: 0 })];
    let seconds = FIRST_SECONDS;
    for (let n = 1; n <= LOADS; n++) {
      const paces = both((which) => closed(servers[which], bench, seconds));
      const results = await drive(pair, paces, n % 2 === 0 ? baseFirst : !baseFirst);
      loaded.seconds += Math.max(results.new.seconds, results.base.seconds);
      found.push(await checkpoint(both((which) => results[which].good)));
      seconds = nextSeconds(seconds, found);
    }
    return { void: null, sides: both((which) => found.map((one) => one[which])) };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { void: error.message, sides: null };
  }
}

/** Returns the length of the next load, by the responses and the growth of the last. */
function nextSeconds(seconds: number, found: readonly Pair<Checkpoint>[]): number {
  const [before, last] = found.slice(-2) as [Pair<Checkpoint>, Pair<Checkpoint>];
  const slower = Math.min(last.new.responses, last.base.responses);
  const aimed = Math.max(FIRST_SECONDS, (seconds * RESPONSES) / Math.max(1, slower));
  const grown = (["new", "base"] as const).map((which) =>
    Math.max(
      last[which].live - before[which].live,
      (last[which].resident ?? 0) - (before[which].resident ?? 0),
    ),
  );
  const most = (seconds * MOST_BYTES) / Math.max(1, ...grown);
  return Math.max(0.05, Math.min(aimed, most, LONGEST_SECONDS));
}
