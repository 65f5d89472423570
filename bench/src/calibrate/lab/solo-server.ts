import type { LoadResult } from "@deadheat/oha";
import { scenarioNamed } from "@deadheat/handlers";
import {
  readCpu,
  cpuUse,
  type CpuUse,
  askedOf,
  launch,
  loadExchange,
  settle,
} from "@deadheat/measure";
import { askedBy, servingFor } from "../../targets/serving/serving.ts";
import { CalibrationFailed, type Lab } from "./experiment.ts";

export type Measured = LoadResult & { readonly cpu: CpuUse };

export interface SoloServer {
  readonly name: string;
  readonly port: number;
  /** Loads the server in a closed loop. @throws CalibrationFailed if an answer was not good */
  readonly load: (seconds: number) => Promise<Measured>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a target's server on the servers' CPU.
 * @param role "duet" if the server shares that CPU with another one, as the servers of a block do
 */
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
  const load = async (seconds: number): Promise<Measured> => {
    const { connections } = lab.load;
    const before = await readCpu(server.pid);
    const pace = { mode: "closed", connections, seconds } as const;
    const result = await loadExchange(exchange, server.port, pace, lab, name);
    const cpu = cpuUse(before, await readCpu(server.pid));
    if (result.void !== null) throw new CalibrationFailed(`${name}: ${result.void}`);
    return { ...result, cpu };
  };
  return { name, port: server.port, stop: server.stop, load };
}
