import type { Server } from "../server/launch.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { Checkpoint, GrowthRecord } from "@deadheat/journal";
import { ChannelError, type Channel } from "../channel/channel.ts";
import { isHeavy } from "../fit/fit.ts";
import { readMemory } from "../machine/cpu-time.ts";
import { moveTree } from "../machine/pinning.ts";
import { atOnce, both, turns, type Pair } from "../both.ts";
import { type WarmPair } from "../pair.ts";
import { blamed, closed, loadOne, type Bench } from "../server/asked.ts";
import { CLOSING_SECONDS, GROWTH_LOADS, secondsOfLoad } from "./loads.ts";

/** A load is shortened if the one before it left more than this behind, so that a leak cannot exhaust the machine. */
const MOST_BYTES = 128 * 2 ** 20;
const SHORTEST_SECONDS = 0.05;

/**
 * Loads both servers several times, and reads their memory after a forced collection before the first load and after
 * each. Without the collection, memory that waits for the collector looks like memory that stays: it comes and goes by
 * tens of megabytes. Changes the servers' memory and their places, so everything else of the round must be measured before.
 *
 * Nobody reads a clock here, so one of the servers moves to the generators' CPUs, and neither waits for the other. Heavy
 * servers then get their responses in half the time, and large heaps are collected in half the time.
 * @param perSecond the responses per second in the window
 */
export async function measureGrowth(
  pair: WarmPair,
  channels: Pair<Channel>,
  perSecond: Pair<number>,
  baseFirst: boolean,
): Promise<GrowthRecord> {
  const { servers, loaded } = pair;
  const moved = servers[turns(baseFirst)[1]];
  if (moved.pid !== 0) moveTree(moved.pid, pair.bench.pinning, "generators");
  const either = new AbortController();
  const bench = { ...pair.bench, signal: AbortSignal.any([pair.bench.signal, either.signal]) };
  const failures: unknown[] = [];
  const names = both((which) => which);
  // In the window, heavy servers shared one CPU.
  const faster = isHeavy(pair.fit) ? 2 : 1;
  try {
    const found = await atOnce(names, (which) =>
      measureOne(servers[which], channels[which], faster * perSecond[which], bench).catch(
        (failure) => {
          // The first failure ends the loads of the other server.
          failures.push(failure);
          either.abort();
          throw failure;
        },
      ),
    );
    loaded.seconds += Math.max(found.base.seconds, found.new.seconds);
    return { void: null, sides: both((which) => found[which].checkpoints) };
  } catch {
    const [failure] = failures;
    if (failure instanceof ChannelError) return { void: failure.message, sides: null };
    throw blamed(failure, [servers.new, servers.base]);
  }
}

/** Returns the checkpoints of one server, and the seconds under load. */
async function measureOne(
  server: Server,
  channel: Channel,
  perSecond: number,
  bench: Bench,
): Promise<{ checkpoints: Checkpoint[]; seconds: number }> {
  const checkpoint = async (responses: number): Promise<Checkpoint> => {
    await sleep(1000 * CLOSING_SECONDS, undefined, { signal: bench.signal });
    const live = await channel.live();
    return { responses, live, resident: readMemory(server.pid)?.resident ?? null };
  };
  const checkpoints = [await checkpoint(0)];
  let seconds = 0;
  let rate = perSecond;
  let most = Infinity;
  for (let n = 1; n <= GROWTH_LOADS; n++) {
    const planned = Math.max(SHORTEST_SECONDS, Math.min(secondsOfLoad(n, rate), most));
    const load = await loadOne(server, closed(server, bench, planned), bench);
    seconds += load.seconds;
    rate = load.good / planned;
    const before = checkpoints.at(-1) as Checkpoint;
    const last = await checkpoint(load.good);
    checkpoints.push(last);
    most = (planned * MOST_BYTES) / Math.max(1, grownBetween(before, last));
  }
  return { checkpoints, seconds };
}

function grownBetween(before: Checkpoint, last: Checkpoint): number {
  return Math.max(last.live - before.live, (last.resident ?? 0) - (before.resident ?? 0));
}
