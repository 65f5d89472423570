import {
  isThere,
  responsesFor,
  fitFor,
  loadFor,
  type RoundRecord,
  type Fit,
  type Runtime,
  type Side,
  type Warmup,
} from "@deadheat/journal";
import type { PlannedRound } from "./draw/order.ts";
import { readMemory } from "./machine/cpu-time.ts";
import { familyOf } from "./machine/known-families.ts";
import { unpaused } from "./machine/pauses.ts";
import { moveTree } from "./machine/pinning.ts";
import { standstill } from "./machine/standstill.ts";
import { atOnce, both, inOrder, turns, type Pair, type Which } from "./both.ts";
import { isHeavy } from "./fit/fit.ts";
import { asked, check, closed, orVoid, VoidRound, warmAlone, type Bench } from "./server/asked.ts";
import { exchangeWith, type Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { launch, type Server } from "./server/launch.ts";
import { settle } from "./server/ready.ts";

/** One exchange of a round, with the two servers that get it. */
export interface RoundPart {
  readonly round: PlannedRound;
  readonly entrants: Pair<Entrant>;
  readonly exchange: Exchange;
}

/** A part of a round, and the settings of the run. */
export interface RoundSetup extends RoundPart {
  readonly bench: Bench;
}

/** Two servers that have given the right response and were each warmed alone. */
export interface WarmPair {
  readonly servers: Pair<Server>;
  readonly warmup: NonNullable<RoundRecord["warmup"]>;
  /** Returns the startup times of a server and its memory until now. */
  readonly processOf: (which: Which) => Pick<Side, "startup" | "memory">;
  /** The settings, with the load of the scenario. */
  readonly bench: Bench;
  /** The fit of the scenario; null if its requests are cheap. */
  readonly fit: Fit | null;
  /** Grows by the seconds under load. */
  readonly loaded: { seconds: number };
}

/** The fields that the records of all measurements of a pair share. */
type Recorded = Pick<
  RoundRecord,
  "role" | "new" | "base" | "scenario" | "n" | "startedAt" | "seconds" | "alongside" | "void"
>;

/**
 * Starts both servers of a round afresh on the same CPU, checks them, warms each alone, in the drawn orders, and runs
 * `work`. Returns its metrics, or `nothing` with the reason if a server or a generator fails. If the machine stood still
 * until both servers had responded, all of it is done again, and `work` alone if it did so later. A pause of the warm-up
 * matters only if it makes the round fail.
 * @param others exchanges that the same two processes are warmed for too, one after the other; `work` gets them as pairs
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export function recordOf<Metrics extends object>(
  setup: RoundSetup,
  nothing: Metrics,
  work: (pair: WarmPair, others: readonly WarmPair[]) => Promise<Metrics>,
  others: readonly RoundPart[] = [],
): Promise<Recorded & Metrics> {
  const working = async (pair: WarmPair): Promise<Metrics> => {
    const more: WarmPair[] = [];
    for (const other of others) more.push(await warmedFor({ ...other, bench: setup.bench }, pair));
    return unpaused(() => work(pair, more), {
      paused: (_, reason) => {
        throw new VoidRound(reason);
      },
    });
  };
  const recordOnce = async (enough: () => void): Promise<Recorded & Metrics> => {
    const { role, new: next, base, scenario } = setup.round.duet;
    const startedAt = new Date().toISOString();
    const clock = performance.now();
    const loaded = { seconds: 0 };
    const outcome = await orVoid<{ readonly void: string | null } & Metrics>(
      setup.entrants.new,
      setup.bench,
      async () => ({ void: null, ...(await withWarmPair(setup, loaded, enough, working)) }),
      (reason) => ({ void: reason, ...nothing }),
    );
    const seconds = { total: (performance.now() - clock) / 1000, load: loaded.seconds };
    const { n } = setup.round;
    const { alongside = 0 } = setup.bench;
    const beside = alongside > 0 && { alongside };
    return { role, new: next, base, scenario, n, startedAt, seconds, ...beside, ...outcome };
  };
  return unpaused(recordOnce, {
    paused: (record, reason) => ({ ...record, ...nothing, void: reason }),
    hasFailed: (record) => record.void !== null,
  });
}

/**
 * Runs `work` with both servers of a round, started, checked and warmed. No process is left in any case.
 * @param responded is called when both have responded
 */
async function withWarmPair<T>(
  setup: RoundSetup,
  loaded: WarmPair["loaded"],
  responded: () => void,
  work: (pair: WarmPair) => Promise<T>,
): Promise<T> {
  const { round, entrants, exchange, bench } = setup;
  const running: Pick<Server, "pid" | "stop">[] = [];
  // The peak of a short process is seen only while it runs.
  const look = setInterval(() => {
    for (const { pid } of running) readIsolatedMemory(pid);
  }, LOOK_MILLISECONDS);
  // The first server stands still while the second one starts: it could make that start slower by its own work.
  let goOn = () => {};
  const start = async (entrant: Entrant): Promise<Server> => {
    const server = await launch(entrant, bench.pinning, bench.signal, "duet");
    if (running.push(server) === 1) goOn = standstill(server.pid);
    return { ...server, exchange: exchangeWith(entrant, exchange) };
  };
  try {
    const starting = inOrder(round.spawnBaseFirst, entrants, start);
    const started = await starting.finally(() => goOn());
    await settle(bench.signal);
    const servers = await inOrder(false, started, (server) => asked(server, bench.signal));
    const firstBytes = await inOrder(false, servers, (server) => check(server, bench.signal));
    responded();
    const idle = await inOrder(false, servers, (server) => memoryNow(server)?.resident ?? 0);
    const processOf: WarmPair["processOf"] = (which) => {
      const { readySeconds: ready, responseSeconds } = servers[which];
      const memory = memoryNow(servers[which]);
      return {
        startup: { ready, firstByte: responseSeconds ?? ready + firstBytes[which] },
        memory: memory && { idle: idle[which], peak: memory.peak },
      };
    };
    return await work({ ...(await warmPair(setup, servers, loaded)), processOf });
  } finally {
    clearInterval(look);
    await Promise.all(running.map((server) => server.stop()));
  }
}

/** The time between two looks at the memory of both servers. A process needs longer to fill 200 MB. */
const LOOK_MILLISECONDS = 50;

/** Notes the memory of a server whose processes are found without a search through all of the machine's. */
function readIsolatedMemory(pid: number): void {
  if (familyOf(pid)?.first != null) readMemory(pid);
}

/** Returns the pair warmed for another exchange too, with the same processes. */
async function warmedFor(
  setup: RoundSetup,
  { servers, processOf, loaded }: WarmPair,
): Promise<WarmPair> {
  const { entrants, exchange, bench } = setup;
  const others = both((which): Server => {
    return { ...servers[which], exchange: exchangeWith(entrants[which], exchange) };
  });
  const own = await inOrder(false, others, (server) => asked(server, bench.signal));
  await inOrder(false, own, (server) => check(server, bench.signal));
  return { ...(await warmPair(setup, own, loaded)), processOf };
}

/** Warms both servers of a round for their exchange. */
async function warmPair(
  { round, entrants, bench: shared }: RoundSetup,
  servers: Pair<Server>,
  loaded: WarmPair["loaded"],
): Promise<Omit<WarmPair, "processOf">> {
  const { scenario } = round.duet;
  const fit = fitFor(shared.load, scenario);
  const bench = { ...shared, load: loadFor(shared.load, scenario) };
  const runtimes = [entrants.new.runtime, entrants.base.runtime];
  const responses =
    fit?.responses ?? responsesTo(servers.base.exchange, bench.load.warmup, runtimes);
  const warmOne = async (server: Server) => {
    const own = await warmAlone(server, responses, (s) => closed(server, bench, s), bench, fit);
    loaded.seconds += own.seconds;
    return own;
  };
  // Warm each server alone: its compiler's threads need the CPU that a partner would take. Servers that wait leave
  // enough of it, and heavy ones leave the generators' CPU idle.
  const warmed = fit?.waits
    ? await atOnce(servers, warmOne)
    : isHeavy(fit)
      ? await apart(servers, turns(round.warmBaseFirst)[1], bench, warmOne)
      : await inOrder(round.warmBaseFirst, servers, warmOne);
  const warmup = { responses, ...(fit && { cpuSeconds: fit.cpuSeconds }), ...warmed };
  return { servers, warmup, bench, fit, loaded };
}

/**
 * Returns the number of responses that warm each server of a pair. An exchange with its own number has it for Node; other
 * runtimes need more or less in the same proportion as they usually do.
 */
function responsesTo(
  { traffic }: Pick<Exchange, "traffic">,
  warmup: Warmup,
  runtimes: readonly Runtime[],
): number {
  const usual = responsesFor(warmup, runtimes);
  return Math.round(
    ((traffic?.warmResponses ?? warmup.responses.node) * usual) / warmup.responses.node,
  );
}

/**
 * Runs `work` for both servers at the same time, with one of them on the generators' CPU meanwhile. Without pinning, or for
 * a process that cannot be moved, one follows the other.
 * @throws VoidRound if the server cannot be moved back
 */
async function apart<T>(
  servers: Pair<Server>,
  moved: Which,
  { pinning }: Bench,
  work: (server: Server) => Promise<T>,
): Promise<Pair<T>> {
  const { pid, name } = servers[moved];
  if (pid === 0 || !moveTree(pid, pinning, "generators")) {
    return inOrder(moved === "new", servers, work);
  }
  // If the work fails, both servers are stopped wherever they are.
  const done = await atOnce(servers, work);
  if (!moveTree(pid, pinning, "server") && isThere(pid)) {
    throw new VoidRound(`${name} could not be moved back to the servers' CPU`);
  }
  return done;
}

function memoryNow({ pid }: Pick<Server, "pid">) {
  return pid === 0 ? null : readMemory(pid);
}
