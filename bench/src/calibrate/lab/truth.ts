import * as v from "valibot";
import { warm } from "@deadheat/measure";
import { warmupOf } from "@deadheat/journal";
import type { Lab } from "./experiment.ts";
import { withServer } from "./solo-server.ts";

/**
 * The warm-up of servers with injected work, on every runtime: 20,000 answers without the work, then 5,000 with it
 * (calibration/injected-work.ts). An answer with the work costs ten times as much, so more of them would only take time.
 */
export const injectedWarmup = warmupOf(25_000);
/** The additional time of those 5,000 answers, estimated before this machine is known. */
export const INJECTED_WARMUP_SECONDS = 1.1;

const workSchema = v.object({
  workSeconds: v.number(),
  longer: v.number(),
});

/** Asks a calibration server about the work that it has done (calibration/injected-work.ts). */
export async function askWork(port: number): Promise<v.InferOutput<typeof workSchema>> {
  const response = await fetch(`http://127.0.0.1:${port}/work`);
  return v.parse(workSchema, await response.json());
}

/**
 * Returns the CPU seconds that `slowed` spends on an answer beyond the same server without injected work: the time of
 * its own loop, less the time of a loop of the usual length.
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
