import { runOha, type LoadResult } from "@deadheat/oha";
import { scenarioNamed } from "@deadheat/handlers";
import { cpuUse, readCpu, type CpuUse } from "../measure/cpu-time.ts";
import { exchangeLoad, wrongBodies } from "../measure/exchange-load.ts";
import { launch } from "../measure/launch.ts";
import { diesWithParent, pinned } from "../measure/pinning.ts";
import { settle } from "../measure/settle.ts";
import { CalibrationFailed, type Lab } from "./experiment.ts";

const { exchange } = scenarioNamed("text");

/** A server of an experiment, with its port open to questions. */
export interface SoloServer {
  readonly name: string;
  readonly port: number;
  /** Closed loop; @throws CalibrationFailed when an answer was not good. */
  readonly load: (seconds: number, connections?: number) => Promise<LoadResult & { cpu: CpuUse }>;
  readonly stop: () => Promise<void>;
}

/** Starts a target's server on the servers' CPU. */
export async function startServer(lab: Lab, name: string): Promise<SoloServer> {
  const server = await launch(lab.target(name), lab.pinning, lab.signal);
  await settle(lab.signal);
  return {
    name,
    port: server.port,
    stop: server.stop,
    load: async (seconds, connections = lab.load.connections) => {
      const before = await readCpu(server.pid);
      const result = await runOha(
        lab.oha,
        {
          mode: "closed",
          ...exchangeLoad(exchange, server.port),
          connections,
          workerThreads: lab.load.workerThreads,
          seconds,
        },
        { prefix: [...diesWithParent(), ...pinned(lab.pinning, "generators")], signal: lab.signal },
      );
      const cpu = cpuUse(before, await readCpu(server.pid));
      const wrong = result.void ?? wrongBodies(result, exchange);
      if (wrong !== null) throw new CalibrationFailed(`${name}: ${wrong}`);
      return { ...result, cpu };
    },
  };
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
