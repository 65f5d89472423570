import type { Exchange } from "./server/exchange-type.ts";
import { OhaError, type LoadResult } from "@deadheat/oha";
import type { Generator } from "./load/generate.ts";
import { CpuClockError, readCpu, readMemory } from "./machine/cpu-time.ts";
import { cpuUse, type CpuUse } from "./machine/cpu-use.ts";
import {
  messageOf,
  type Warmup,
  type ErrorCounts,
  type MachineUse,
  type StepLatency,
} from "@deadheat/journal";
import { environmentErrorOf, Interrupted } from "./errors.ts";
import { departure } from "./server/answer.ts";
import { askedOf, send } from "./server/exchange.ts";
import { loadExchange, type Pace } from "./load/exchange-load.ts";
import { launch, type Server } from "./server/launch.ts";
import { LaunchError, settle } from "./server/ready.ts";
import { machineUse, readMachine } from "./machine/machine-use.ts";
import { unpaused } from "./machine/pauses.ts";
import { requireCpus } from "./machine/pinning.ts";
import { explained, type Entrant } from "./server/entrant.ts";
import { warm } from "./load/warm-up.ts";

/** The settings for loads on a server that is alone. */
export interface SoloBench extends Generator {
  readonly warmup: Warmup;
  readonly signal: AbortSignal;
}

/** A warm server, alone on its CPU. */
export interface Solo {
  /** Loads the server once. Wrong answers give `void`, never a figure. */
  readonly load: (pace: Pace, options?: { readonly stdev?: boolean }) => Promise<SoloStep>;
  readonly stop: () => Promise<void>;
  /** Returns the reason that the server stopped; null while it runs. */
  readonly died: () => string | null;
  /** The seconds of the warm-up under load. */
  readonly warmedSeconds: number;
}

/** The figures of one load: the fields that the records of all kinds of steps share. */
export interface SoloStep {
  readonly startedAt: string;
  readonly seconds: { readonly total: number; readonly load: number };
  readonly void: string | null;
  readonly load: {
    readonly good: number;
    readonly seconds: number;
    readonly bytes: number;
    readonly latency: StepLatency;
  } | null;
  readonly errors: ErrorCounts | null;
  readonly cpu: CpuUse | null;
  readonly startup: { readonly ready: number; readonly firstByte: number } | null;
  readonly memory: { readonly idle: number; readonly peak: number } | null;
  readonly machine: MachineUse | null;
  /** The generator's largest lateness in an open loop, at least. */
  readonly lateness: number | null;
}

/** A server could not be started, checked or warmed; the message has the reason. */
export class SoloFailed extends Error {
  override readonly name = "SoloFailed";

  /**
   * Returns the void step of the planned measurement.
   * @param since the start, by `performance.now()`
   */
  step(since: number): SoloStep {
    const total = (performance.now() - since) / 1000;
    return failed(new Date(Date.now() - 1000 * total).toISOString(), total, this.message);
  }
}

/**
 * Starts an entrant alone on the server CPU, checks its answer, and warms it with so many answers over so many
 * connections.
 * @throws SoloFailed or Interrupted; no process is left then
 */
export async function startSolo(
  entrant: Entrant,
  exchange: Exchange,
  { answers, connections }: { readonly answers: number; readonly connections: number },
  bench: SoloBench,
): Promise<Solo> {
  let server: Server | null = null;
  try {
    server = await launch(entrant, bench.pinning, bench.signal);
    await settle(bench.signal);
    const asked = await askedOf(server.port, exchange, bench.signal).catch((error: Error) => {
      throw new SoloFailed(`${entrant.name}: ${messageOf(error)}`);
    });
    const answer = await check(server, asked, bench.signal);
    if (answer.wrong !== null) throw new SoloFailed(`${entrant.name}: ${answer.wrong}`);
    const ready = server.readySeconds;
    const start = {
      startup: { ready, firstByte: ready + answer.seconds },
      idle: readMemory(server.pid)?.resident ?? 0,
    };
    const solo = soloOf(server, start, asked, bench);
    const load = async (seconds: number) => {
      const step = await solo.load({ mode: "closed", connections, seconds });
      if (step.void !== null || step.load === null) throw new SoloFailed(step.void ?? "no answer");
      return step.load;
    };
    const warmed = await warm(load, answers, bench.warmup);
    if (warmed.answers < answers) {
      const { capSeconds } = bench.warmup;
      throw new SoloFailed(
        `${entrant.name}: cold: ${warmed.answers} of ${answers} answers within the ${capSeconds} s of the warm-up`,
      );
    }
    return { ...solo, warmedSeconds: warmed.seconds };
  } catch (error) {
    await server?.stop();
    if (bench.signal.aborted) throw new Interrupted();
    if (!(error instanceof LaunchError)) throw error;
    requireCpus(bench.pinning);
    throw new SoloFailed(await explained(messageOf(error), entrant));
  }
}

/** The start of a process. */
interface Start {
  readonly startup: NonNullable<SoloStep["startup"]>;
  readonly idle: number;
}

function soloOf(
  server: Server,
  start: Start,
  exchange: Exchange,
  bench: SoloBench,
): Omit<Solo, "warmedSeconds"> {
  return {
    load: async (pace, options = {}) => {
      const step = await loadOnce(server, exchange, pace, bench, options.stdev ?? false);
      const memory = readMemory(server.pid);
      return {
        ...step,
        startup: start.startup,
        memory: memory === null || server.died() ? null : { idle: start.idle, peak: memory.peak },
      };
    },
    stop: server.stop,
    died: server.died,
  };
}

async function check(
  server: Server,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<{ wrong: string | null; seconds: number }> {
  const answer = await send(server.port, exchange, false, signal).catch((error: Error) => error);
  if (answer instanceof Error) return { wrong: server.died() ?? answer.message, seconds: 0 };
  const wrong = departure(exchange, answer);
  return { wrong: wrong && (server.died() ?? wrong), seconds: answer.seconds };
}

/** Loads a server, again if the machine stood still meanwhile. */
function loadOnce(...load: Parameters<typeof loadAtOnce>): Promise<SoloStep> {
  return unpaused(
    () => loadAtOnce(...load),
    ({ startedAt, seconds }, reason) => failed(startedAt, seconds.total, reason),
  );
}

async function loadAtOnce(
  server: Server,
  exchange: Exchange,
  pace: Pace,
  bench: SoloBench,
  stdev: boolean,
): Promise<SoloStep> {
  const startedAt = new Date().toISOString();
  const clock = performance.now();
  const total = () => (performance.now() - clock) / 1000;
  const machineBefore = readMachine();
  let result: LoadResult;
  let cpu: CpuUse;
  try {
    const cpuBefore = await readCpu(server.pid);
    result = await loadExchange(exchange, server.port, pace, bench, server.name, { stdev });
    cpu = cpuUse(cpuBefore, await readCpu(server.pid));
  } catch (error) {
    if (bench.signal.aborted) throw new Interrupted();
    const environment = environmentErrorOf(error);
    if (environment) throw environment;
    // A dead server has no clock, and its end says more than the generator's message.
    if (!(error instanceof OhaError || error instanceof CpuClockError)) throw error;
    requireCpus(bench.pinning);
    const reason = server.died() ?? messageOf(error);
    return failed(startedAt, total(), `${server.name}: ${reason}`);
  }
  const machine = machineUse(machineBefore, readMachine(), cpu.run, bench.pinning);
  requireCpus(bench.pinning);
  // A server that answers wrongly now may have answered the million requests before wrongly too.
  const wrong = server.died() ?? result.void ?? (await check(server, exchange, bench.signal)).wrong;
  if (bench.signal.aborted) throw new Interrupted();
  return {
    startedAt,
    seconds: { total: total(), load: result.seconds },
    void: wrong === null ? null : `${server.name}: ${wrong}`,
    ...nothing,
    load: wrong === null ? figures(result) : null,
    errors: result.errors,
    cpu,
    machine,
    lateness: result.lateness,
  };
}

/** A step without any figure. */
export const nothing = {
  load: null,
  errors: null,
  cpu: null,
  startup: null,
  memory: null,
  machine: null,
  lateness: null,
} as const;

function failed(startedAt: string, total: number, reason: string): SoloStep {
  return { startedAt, seconds: { total, load: 0 }, void: reason, ...nothing };
}

function figures({ good, seconds, bytes, latency }: LoadResult): SoloStep["load"] {
  if (latency === null) return null;
  // A result that is not void has all of them.
  const known = (value: number | null) => value ?? Number.NaN;
  return {
    good,
    seconds,
    bytes,
    latency: {
      mean: known(latency.mean),
      stdev: latency.stdev,
      p50: known(latency.p50),
      p75: known(latency.p75),
      p90: known(latency.p90),
      p99: known(latency.p99),
      p99_9: latency.p99_9,
      max: known(latency.max),
    },
  };
}
