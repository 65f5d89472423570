import * as v from "valibot";
import type { Lab } from "./experiment.ts";
import { withServer } from "./solo-server.ts";

const workSchema = v.object({ requests: v.number(), injected: v.number() });

/** What a calibration server says of its own work (calibration/injected-work.ts). */
export async function askWork(port: number): Promise<v.InferOutput<typeof workSchema>> {
  const response = await fetch(`http://127.0.0.1:${port}/work`);
  return v.parse(workSchema, await response.json());
}

/** The share of injected work of a server under load, by its own CPU clock. */
export async function askInjected(lab: Lab, name: string): Promise<number> {
  return withServer(lab, name, async (server) => {
    await server.load(4);
    await askWork(server.port);
    await server.load(1.5);
    return (await askWork(server.port)).injected;
  });
}
