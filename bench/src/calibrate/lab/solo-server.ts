import type { LoadResult } from "@deadheat/oha";
import { scenarioNamed } from "@deadheat/handlers";
import {
  readCpu,
  cpuUse,
  type CpuUse,
  type Pace,
  askedOf,
  launch,
  loadExchange,
  settle,
  warm,
} from "@deadheat/measure";
import { answersFor, runtimeOf } from "@deadheat/journal";
import { askedBy, servingFor } from "../../targets/serving/serving.ts";
import { CalibrationFailed, type Lab } from "./experiment.ts";

/** What a load gave, and what CPU time it took. */
export type Measured = LoadResult & { readonly cpu: CpuUse };

/** A server of an experiment, with its port open to questions. */
export interface SoloServer {
  readonly name: string;
  readonly port: number;
  /** Closed loop; @throws CalibrationFailed when an answer was not good. */
  readonly load: (seconds: number, connections?: number) => Promise<Measured>;
  /** Open loop; @throws CalibrationFailed when an answer was not good, or oha behind the schedule. */
  readonly offer: (ratePerSecond: number, seconds: number) => Promise<Measured>;
  readonly stop: () => Promise<void>;
}

/** Starts a target's server on the servers' CPU, which it may share as the servers of a duet do. */
export async function startServer(
  lab: Lab,
  name: string,
  role: "server" | "duet" = "server",
  scenario = "text",
): Promise<SoloServer> {
  const serving = await servingFor(scenario, lab.addresses);
  const server = await launch(lab.entrant(name, serving), lab.pinning, lab.signal, role);
  await settle(lab.signal);
  const exchange = await askedOf(
    server.port,
    askedBy(scenarioNamed(scenario).exchange, serving),
  ).catch(async (error: Error) => {
    await server.stop();
    throw new CalibrationFailed(`${name}: ${error.message}`);
  });
  const measured = async (pace: Pace): Promise<Measured> => {
    const before = await readCpu(server.pid);
    const { oha, pinning, signal, load } = lab;
    const generator = { oha, pinning, signal, workerThreads: load.workerThreads };
    const result = await loadExchange(exchange, server.port, pace, generator, name);
    const cpu = cpuUse(before, await readCpu(server.pid));
    if (result.void !== null) throw new CalibrationFailed(`${name}: ${result.void}`);
    return { ...result, cpu };
  };
  return {
    name,
    port: server.port,
    stop: server.stop,
    load: (seconds, connections = lab.load.connections) =>
      measured({ mode: "closed", connections, seconds }),
    offer: (ratePerSecond, seconds) => {
      const requests = Math.max(1, Math.round(ratePerSecond * seconds));
      return measured({ mode: "open", connections: lab.load.connections, ratePerSecond, requests });
    },
  };
}

/** Loads a server that is alone until it is warm. */
export async function warmAlone(
  { load: { warmup } }: Pick<Lab, "load">,
  { name, load }: Pick<SoloServer, "name" | "load">,
): Promise<void> {
  await warm(load, answersFor(warmup, [runtimeOf(name)]), warmup);
}

/** `work` with a server that is gone when this settles. */
export async function withServer<T>(
  lab: Lab,
  name: string,
  work: (server: SoloServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(lab, name);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
