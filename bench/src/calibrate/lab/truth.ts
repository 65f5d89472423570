import * as v from "valibot";
import { warm } from "@deadheat/measure";
import { warmupOf } from "@deadheat/journal";
import type { Lab } from "./experiment.ts";
import { withServer } from "./solo-server.ts";

/**
 * What makes servers with injected work warm, on every runtime: 20,000 answers without it, then 5,000 with it
 * (calibration/injected-work.ts). Those cost ten times as much, so that many more would only take time.
 */
export const injectedWarmup = warmupOf(25_000);
/** What the 5,000 take beyond as many others, about, before this machine has told. */
export const INJECTED_WARMUP_SECONDS = 1.1;

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
    await warm(server.load, injectedWarmup.answers.node, injectedWarmup);
    await askWork(server.port);
    await server.load(1);
    const { workSeconds, longer } = await askWork(server.port);
    return workSeconds * (1 - 1 / longer);
  });
}
