import { OhaError } from "@deadheat/oha";
import {
  messageOf,
  type Fit,
  type OpenLoopRecord,
  type SweepRecord,
  Interrupted,
} from "@deadheat/journal";
import { loadExchange, type Pace } from "./load/exchange-load.ts";
import { CpuClockError, readCpu, readMemory } from "./machine/cpu-time.ts";
import { cpuUse } from "./machine/cpu-use.ts";
import { machineUse, readMachine } from "./machine/machine-use.ts";
import { unpaused } from "./machine/pauses.ts";
import { requireCpus } from "./machine/pinning.ts";
import { asked, check, orVoid, VoidRound, warmAlone, type Bench } from "./server/asked.ts";
import type { Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { launch, type Server } from "./server/launch.ts";
import { settle } from "./server/ready.ts";

/** A warm server, alone on its CPU. */
export interface Solo {
  /**
   * Loads the server once. Wrong responses give `void`, never a metric. The seconds of the first load include the start
   * and the warm-up.
   */
  readonly load: (pace: Pace, options?: { readonly stdev?: boolean }) => Promise<SoloStep>;
  /** Returns the reason that the server stopped; null while it runs. */
  readonly died: () => string | null;
}

/** The metrics of one load: the fields that the records of all kinds of steps share. */
export type SoloStep = Pick<OpenLoopRecord, "lateness"> &
  Omit<SweepRecord, "type" | "target" | "server" | "scenario" | "round" | "connections">;

const nothing = {
  load: null,
  errors: null,
  cpu: null,
  startup: null,
  memory: null,
  machine: null,
  lateness: null,
} as const;

/** Returns a step without metrics, which has just ended. */
export function emptyStep(reason: string | null, total = 0): SoloStep {
  const startedAt = new Date(Date.now() - 1000 * total).toISOString();
  return { startedAt, seconds: { total, load: 0 }, void: reason, ...nothing };
}

/** Returns the step with the time of what came before it. */
export function after(before: SoloStep["seconds"], step: SoloStep): SoloStep {
  const { total, load } = step.seconds;
  return { ...step, seconds: { total: before.total + total, load: before.load + load } };
}

/** The number of responses that warm a server, and the connections of its warm-up. */
interface Warmth {
  readonly responses: number;
  readonly connections: number;
  /** The fit of expensive requests, which replaces the number of responses; null by default. */
  readonly fit?: Fit | null;
}

/**
 * Starts an entrant alone on the server CPU, checks its response, warms it with so many responses over so many connections,
 * and runs `work`. If the server fails before that, yields the void step as a record.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function* withSolo<R>(
  entrant: Entrant,
  exchange: Exchange,
  warmth: Warmth,
  bench: Bench,
  work: (solo: Solo) => AsyncGenerator<R>,
  record: (step: SoloStep) => R,
): AsyncGenerator<R> {
  const clock = performance.now();
  let stop: Server["stop"] = () => Promise.resolve();
  try {
    const started = await orVoid<Solo | string>(
      entrant,
      bench,
      async () => {
        const launched = await launch(entrant, bench.pinning, bench.signal);
        ({ stop } = launched);
        return warmSolo({ ...launched, exchange }, entrant, warmth, bench, clock);
      },
      (reason) => reason,
    );
    if (typeof started !== "string") return yield* work(started);
    const failed = emptyStep(started, (performance.now() - clock) / 1000);
    await stop();
    yield record(failed);
  } finally {
    await stop();
  }
}

/**
 * @param clock the time of the start, by `performance.now()`
 * @throws VoidRound if the response of the server is wrong, or if the server is cold at the cap of the warm-up
 */
async function warmSolo(
  launched: Server,
  entrant: Entrant,
  { connections, fit = null, ...usual }: Warmth,
  bench: Bench,
  clock: number,
): Promise<Solo> {
  await settle(bench.signal);
  const server = await asked(launched, bench.signal);
  const { readySeconds: ready, responseSeconds } = server;
  const answered = await check(server, bench.signal);
  const startup = { ready, firstByte: responseSeconds ?? ready + answered };
  const idle = readMemory(server.pid)?.resident ?? 0;
  const pace = (seconds: number) => ({ mode: "closed", connections, seconds }) as const;
  const { responses } = fit ?? usual;
  const warmed = await warmAlone(server, responses, pace, bench, fit);
  if (warmed.responses < responses && (warmed.cpuSeconds ?? 0) < (fit?.cpuSeconds ?? Infinity)) {
    throw new VoidRound(
      `${entrant.name}: cold: ${warmed.responses} of ${responses} responses within the ` +
        `${(fit ?? bench.load.warmup).capSeconds} s of the warm-up`,
    );
  }
  let before = { total: (performance.now() - clock) / 1000, load: warmed.seconds };
  const load: Solo["load"] = async (planned, { stdev = false } = {}) => {
    const step = after(before, await loadOnce(server, entrant, planned, bench, stdev));
    before = { total: 0, load: 0 };
    const now = server.died() === null ? readMemory(server.pid) : null;
    return { ...step, startup, memory: now && { idle, peak: now.peak } };
  };
  return { load, died: server.died };
}

/** Loads a server, again if the machine stood still meanwhile. */
function loadOnce(...load: Parameters<typeof loadAtOnce>): Promise<SoloStep> {
  return unpaused(() => loadAtOnce(...load), {
    paused: ({ startedAt, seconds }, reason) => {
      return { ...emptyStep(reason, seconds.total), startedAt };
    },
  });
}

async function loadAtOnce(
  server: Server,
  entrant: Entrant,
  pace: Pace,
  bench: Bench,
  stdev: boolean,
): Promise<SoloStep> {
  const { name, pid, port, exchange, died } = server;
  const startedAt = new Date().toISOString();
  const clock = performance.now();
  const total = () => (performance.now() - clock) / 1000;
  const measure = async (): Promise<SoloStep> => {
    const machineBefore = readMachine();
    const cpuBefore = await readCpu(pid);
    const result = await loadExchange(exchange, port, pace, bench, name, { stdev });
    const cpu = cpuUse(cpuBefore, await readCpu(pid));
    const machine = machineUse(machineBefore, readMachine(), cpu.run, bench);
    requireCpus(bench.pinning);
    const fault = died() ?? result.void;
    // A server whose response is wrong now may have given a million wrong responses before.
    const wrong = fault === null ? await wrongNow(server, bench.signal) : `${name}: ${fault}`;
    if (bench.signal.aborted) throw new Interrupted();
    const { good, seconds, bytes, latency, errors, lateness } = result;
    return {
      ...nothing,
      startedAt,
      seconds: { total: total(), load: seconds },
      void: wrong,
      load: wrong === null && latency !== null ? { good, seconds, bytes, latency } : null,
      errors,
      cpu,
      machine,
      lateness,
    };
  };
  const named = (error: unknown): never => {
    // A dead server has no clock, and its end says more than the generator's message.
    if (!(error instanceof OhaError || error instanceof CpuClockError)) throw error;
    throw new VoidRound(`${name}: ${died() ?? messageOf(error)}`, { cause: error });
  };
  return orVoid(
    entrant,
    bench,
    () => measure().catch(named),
    (reason) => ({ ...emptyStep(reason, total()), startedAt }),
  );
}

async function wrongNow(server: Server, signal: AbortSignal): Promise<string | null> {
  return check(server, signal).then(() => null, messageOf);
}
