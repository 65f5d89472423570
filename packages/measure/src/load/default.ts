import { defaultWarmup, type Load } from "@deadheat/journal";

/** How a duet is loaded. */
export function defaultLoad(generatorCpus: number, windowSeconds: number): Load {
  return {
    warmup: defaultWarmup,
    windowSeconds,
    connections: 50,
    workerThreads: generatorCpus >= 4 ? 2 : 1,
  };
}
