import type { LoadResult } from "@deadheat/oha";
import { scenarioNamed } from "@deadheat/handlers";
import { askedOf, launch, loadExchange, settle } from "@deadheat/measure";
import { CalibrationFailed, type Lab } from "./experiment.ts";

export interface SoloServer {
  readonly port: number;
  /** Loads the server in a closed loop. @throws CalibrationFailed if a response was not good */
  readonly load: (seconds: number) => Promise<LoadResult>;
  readonly stop: () => Promise<void>;
}

export async function startServer(lab: Lab, name: string): Promise<SoloServer> {
  const { connections } = lab.load;
  const server = await launch(lab.entrant(name), lab.pinning, lab.signal);
  await settle(lab.signal);
  const exchange = await askedOf(server.port, scenarioNamed("text").exchange).catch(
    async (error: Error) => {
      await server.stop();
      throw new CalibrationFailed(`${name}: ${error.message}`);
    },
  );
  const load = async (seconds: number): Promise<LoadResult> => {
    const pace = { mode: "closed", connections, seconds } as const;
    const result = await loadExchange(exchange, server.port, pace, lab, name);
    if (result.void !== null) throw new CalibrationFailed(`${name}: ${result.void}`);
    return result;
  };
  return { port: server.port, load, stop: server.stop };
}
