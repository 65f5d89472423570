import * as v from "valibot";
import type { Lab } from "./experiment.ts";
import { withServer } from "./solo-server.ts";

const workSchema = v.object({
  requests: v.number(),
  workSeconds: v.number(),
  longer: v.number(),
});

/** What a calibration server says of its own work (calibration/injected-work.ts). */
export async function askWork(port: number): Promise<v.InferOutput<typeof workSchema>> {
  const response = await fetch(`http://127.0.0.1:${port}/work`);
  return v.parse(workSchema, await response.json());
}

/**
 * CPU that `slowed` spends on an answer beyond what the same server without injected work does, in seconds:
 * what its own loop takes, less what one of the usual length would.
 */
export async function askInjected(lab: Lab, slowed: string): Promise<number> {
  return withServer(lab, slowed, async (server) => {
    // Past the answers that are without work, and warm.
    await server.load(2);
    await askWork(server.port);
    await server.load(1);
    const { workSeconds, longer } = await askWork(server.port);
    return workSeconds * (1 - 1 / longer);
  });
}
