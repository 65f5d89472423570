import type { LoadResult } from "@deadheat/oha";
import { scenarioNamed } from "@deadheat/handlers";
import {
  readCpu,
  cpuUse,
  type CpuUse,
  type Exchange,
  type Pace,
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
  readonly exchange: Exchange;
  /** Loads the server in a closed loop. @throws CalibrationFailed if an answer was not good */
  readonly load: (seconds: number) => Promise<Measured>;
  /** Loads the server at a pace, with its own exchange or another. @throws CalibrationFailed likewise */
  readonly loadAt: (pace: Pace, exchange?: Exchange) => Promise<Measured>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a target's server on the servers' CPU.
 * @param role "duet" if the server shares that CPU with another one, as the servers of a round do
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
  const loadAt = async (pace: Pace, own = exchange): Promise<Measured> => {
    const before = await readCpu(server.pid);
    const result = await loadExchange(own, server.port, pace, lab, name);
    const cpu = cpuUse(before, await readCpu(server.pid));
    if (result.void !== null) throw new CalibrationFailed(`${name}: ${result.void}`);
    return { ...result, cpu };
  };
  const { connections } = lab.load;
  const load = (seconds: number) => loadAt({ mode: "closed", connections, seconds });
  return { name, port: server.port, exchange, stop: server.stop, load, loadAt };
}
