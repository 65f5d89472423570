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
 * The share of CPU that `slowed` spends on an answer beyond what `plain` does: by how much its loop takes
 * longer, times the loop's share in an answer of `plain`.
 */
export async function askInjected(lab: Lab, slowed: string, plain: string): Promise<number> {
  const { longer } = await withServer(lab, slowed, async (server) => {
    await server.load(1);
    return askWork(server.port);
  });
  return withServer(lab, plain, async (server) => {
    await server.load(1);
    await askWork(server.port);
    const { good, cpu } = await server.load(2);
    const { workSeconds } = await askWork(server.port);
    return (longer - 1) * Math.min(1, workSeconds / (cpu.run / good));
  });
}
