import { ChannelError, type Heap, type Channel, type ThreadProfile } from "../channel/channel.ts";
import { withChannels, type Sampled } from "../channel/with-channels.ts";
import type { PlannedRound } from "../draw/order.ts";
import { readMemory } from "../machine/cpu-time.ts";
import { unpaused } from "../machine/pauses.ts";
import { both, inOrder, type Pair } from "../both.ts";
import { asked, check, orVoid, VoidRound, type Bench } from "../server/asked.ts";
import { exchangeWith, type Entrant } from "../server/entrant.ts";
import type { Exchange } from "../server/exchange-type.ts";
import { launch, type Server } from "../server/launch.ts";

/** The profiles of both servers, or the reason why there are none. */
export interface Profiled<T> {
  readonly void: string | null;
  readonly sides: Pair<T> | null;
}

/** A start of a server with a profiler, and one without it. */
export interface ProfiledStart {
  /** The seconds from the spawn to the first response, with the profiler. */
  readonly seconds: number;
  readonly plainSeconds: number;
  readonly threads: readonly ThreadProfile[];
}

/** An idle server's memory, after its first responses. */
export interface ProfiledMemory {
  /** The resident bytes as a comparison reads them, and after a forced collection. */
  readonly resident: number;
  readonly collected: number;
  readonly heap: Heap;
}

export const START_INTERVAL = 250;
/** The allocated bytes between two samples of a heap, on average. */
export const HEAP_INTERVAL = 16 * 1024;

/** Starts each server of a round twice, alone: with a profiler from the first module on, and without. */
export function profileStart(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<Profiled<ProfiledStart>> {
  return alone(
    round,
    entrants,
    bench,
    `cpu ${START_INTERVAL}`,
    async (entrant, { which, channel }) => {
      const [seconds, threads] = await started(entrant, exchange, bench, async (server) => {
        // The work that a server leaves for after its first response is no part of its start.
        const profiles = await channel.stop();
        return [startOf(server), profiles] as const;
      });
      const plainSeconds = await started(entrants[which], exchange, bench, async (server) =>
        startOf(server),
      );
      return { seconds, plainSeconds, threads };
    },
  );
}

/** Starts each server of a round alone, and finds what holds its memory before any load. */
export function profileMemory(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<Profiled<ProfiledMemory>> {
  return alone(round, entrants, bench, `heap ${HEAP_INTERVAL}`, (entrant, { channel }) =>
    started(entrant, exchange, bench, async (server) => {
      const ready = await asked(server, bench.signal);
      await check(ready, bench.signal);
      const resident = residentOf(ready);
      const heap = await channel.heap();
      return { resident, collected: residentOf(ready), heap };
    }),
  );
}

/** Runs `work` for one server of a round after the other, in the drawn order. */
function alone<T>(
  round: PlannedRound,
  entrants: Pair<Entrant>,
  bench: Bench,
  sampled: Sampled,
  work: (
    entrant: Entrant,
    at: { readonly which: keyof Pair<unknown>; readonly channel: Channel },
  ) => Promise<T>,
): Promise<Profiled<T>> {
  const nothing = (reason: string): Profiled<T> => ({ void: reason, sides: null });
  const measure = async (): Promise<Profiled<T>> => {
    const sides = await withChannels(entrants, bench.signal, sampled, (connected, channels) =>
      inOrder(
        round.spawnBaseFirst,
        both((which) => which),
        (which) =>
          work(connected[which], { which, channel: channels[which] }).catch((error: unknown) => {
            if (!(error instanceof ChannelError)) throw error;
            throw new VoidRound(`${entrants[which].name}: ${error.message}`);
          }),
      ),
    );
    return { void: null, sides };
  };
  return unpaused(() => orVoid(entrants.new, bench, measure, nothing), {
    paused: (_, reason) => nothing(reason),
  });
}

/** Runs `work` with a server that has given its first response. The server is gone afterwards in any case. */
async function started<T>(
  entrant: Entrant,
  exchange: Exchange,
  { pinning, signal }: Bench,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  const server = await launch(entrant, pinning, signal);
  try {
    return await work({ ...server, exchange: exchangeWith(entrant, exchange) });
  } finally {
    await server.stop();
  }
}

function startOf({ name, responseSeconds }: Server): number {
  if (responseSeconds !== null) return responseSeconds;
  throw new VoidRound(`${name}: its startup time is not known`);
}

/** @throws VoidRound outside Linux */
function residentOf({ name, pid }: Server): number {
  const memory = readMemory(pid);
  if (memory !== null) return memory.resident;
  throw new VoidRound(`${name}: its memory can be read on Linux only`);
}
