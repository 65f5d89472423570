import { OhaError, type LoadResult } from "@deadheat/oha";
import {
  messageOf,
  type Fit,
  type Load,
  type Warmed,
  environmentErrorOf,
  Interrupted,
} from "@deadheat/journal";
import { loadExchange, type Pace } from "../load/exchange-load.ts";
import type { Generator } from "../load/generate.ts";
import { warm } from "../load/warm-up.ts";
import type { Counters } from "../machine/counting.ts";
import { CpuClockError, readCpu, type CpuReading } from "../machine/cpu-time.ts";
import { cpuUse, type CpuUse } from "../machine/cpu-use.ts";
import { requireCpus } from "../machine/pinning.ts";
import { departure } from "./answer.ts";
import type { Entrant } from "./entrant.ts";
import { askedOf, send } from "./exchange.ts";
import type { Server } from "./launch.ts";
import { LaunchError } from "./ready.ts";

/** The settings that all measurements of a run share. */
export interface Bench extends Generator {
  readonly load: Load;
  readonly signal: AbortSignal;
  /** The number of other duets that are measured meanwhile, on other CPUs; none unless given. */
  readonly alongside?: number | undefined;
  /** The counters that are read in each window; none unless given. */
  readonly counters?: Counters | undefined;
}

/** A failure that makes a measurement unusable; the message has the reason. */
export class VoidRound extends Error {}

/**
 * Returns the result of `measure`, or that of `voided` with the reason if a server or a generator fails. A failure
 * gives a void record, never a number.
 * @throws Interrupted if the signal aborts
 * @throws EnvironmentError if the machine lacks what is needed
 */
export async function orVoid<T>(
  { explain }: Pick<Entrant, "explain">,
  { signal, pinning }: Bench,
  measure: () => Promise<T>,
  voided: (reason: string) => T,
): Promise<T> {
  try {
    return await measure();
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    const environment = environmentErrorOf(error);
    if (environment) throw environment;
    const known = [VoidRound, CpuClockError, LaunchError, OhaError];
    if (!known.some((kind) => error instanceof kind)) throw error;
    requireCpus(pinning);
    const message = messageOf(error);
    return voided(explain ? await explain(message) : message);
  }
}

/** Returns the failure of a dead server if there is one, since the generator's message says less. */
export function blamed(
  failure: unknown,
  servers: readonly Pick<Server, "name" | "died">[],
): unknown {
  for (const { name, died } of servers) {
    const reason = died();
    if (reason !== null) return new VoidRound(`${name}: ${reason}`);
  }
  return failure;
}

/** Returns the server with its exchange completed by its own validators and body lengths. */
export async function asked(server: Server, signal: AbortSignal): Promise<Server> {
  try {
    return { ...server, exchange: await askedOf(server.port, server.exchange, signal) };
  } catch (error) {
    throw new VoidRound(`${server.name}: ${server.died() ?? messageOf(error)}`);
  }
}

/**
 * Returns the seconds that the right response took.
 * @throws VoidRound if the response is wrong or does not come
 */
export async function check(server: Server, signal: AbortSignal): Promise<number> {
  const { name, port, exchange, died } = server;
  const answer = await send(port, exchange, false, signal).catch((error: Error) => error);
  const wrong = answer instanceof Error ? answer.message : departure(exchange, answer);
  if (wrong !== null) throw new VoidRound(`${name}: ${died() ?? wrong}`);
  return (answer as { seconds: number }).seconds;
}

/** Returns a closed loop over the connections of the run, or over those of the exchange if it has its own. */
export function closed({ exchange }: Server, { load }: Bench, seconds: number): Pace {
  const { connections = load.connections } = exchange.traffic ?? {};
  return { mode: "closed", connections, seconds };
}

/** Loads a server once. Anything but good responses voids the round, unless `forgive` accepts the result. */
export async function loadOne(
  server: Server,
  pace: Pace,
  bench: Bench,
  forgive: (result: LoadResult) => boolean = () => false,
): Promise<LoadResult> {
  const { exchange, port, name } = server;
  const result = await loadExchange(exchange, port, pace, bench, name);
  if (result.void === null || forgive(result)) return result;
  throw new VoidRound(`${name}: ${server.died() ?? result.void}`);
}

/**
 * Warms a server until it has given `responses`, or used the CPU seconds of its fit, or the time limit is reached.
 * @param fit the fit of the scenario; null if the usual warm-up applies
 */
export async function warmAlone(
  server: Server,
  responses: number,
  paceOf: (seconds: number) => Pace,
  bench: Bench,
  fit: Fit | null = null,
): Promise<Warmed> {
  try {
    if (fit === null) {
      const load = (seconds: number) => loadOne(server, paceOf(seconds), bench);
      return await warm(load, responses, bench.load.warmup);
    }
    const load = async (seconds: number) => {
      const { result, cpu } = await loadWithClock(server, paceOf(seconds), bench);
      return { good: result.good, seconds: result.seconds, cpuSeconds: cpu.run };
    };
    return await warm(load, responses, { ...fit, loads: FITTED_LOADS });
  } catch (failure) {
    throw blamed(failure, [server]);
  }
}

/** The fewest loads of a fitted warm-up. A heavy server gives too few responses for the usual number of loads. */
const FITTED_LOADS = 3;

/** Loads a server once, and reads its CPU clock before and after. */
export async function loadWithClock(
  server: Server,
  pace: Pace,
  bench: Bench,
): Promise<{ readonly result: LoadResult; readonly cpu: CpuUse }> {
  const before = await clockOf(server);
  const result = await loadOne(server, pace, bench);
  return { result, cpu: usedBy(server, before, await clockOf(server), result.seconds) };
}

/** Reads the CPU clock of a server. Returns null if its process cannot be seen. */
export async function clockOf({ pid }: Server): Promise<CpuReading | null> {
  return pid === 0 ? null : readCpu(pid);
}

/**
 * Returns the CPU use of a server. A process that cannot be seen counts as one CPU all the time, so that its efficiency
 * is its requests per second.
 * @throws VoidRound if the CPU time of a part of the server is lost
 */
export function usedBy(
  { name, died }: Server,
  before: CpuReading | null,
  after: CpuReading | null,
  seconds: number,
): CpuUse {
  if (before === null || after === null) return { run: seconds, serving: seconds, lostThreads: 0 };
  try {
    return cpuUse(before, after);
  } catch (error) {
    if (!(error instanceof CpuClockError)) throw error;
    throw new VoidRound(`${name}: ${died() ?? error.message}`);
  }
}
