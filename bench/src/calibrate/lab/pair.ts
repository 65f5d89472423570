import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { inOrder, type Pair, coin } from "@deadheat/measure";
import type { Lab } from "./experiment.ts";
import { startServer, type Measured, type SoloServer } from "./solo-server.ts";

/** Runs `work` with fresh, cold processes of both servers. They are gone when the promise settles. */
export async function withPair<T>(
  lab: Lab,
  names: Pair<string>,
  random: RandomGenerator,
  work: (servers: Pair<SoloServer>) => Promise<T>,
  scenario = "text",
): Promise<T> {
  const started: SoloServer[] = [];
  try {
    const servers = await inOrder(!coin(random), names, async (name) => {
      const server = await startServer(lab, name, "duet", scenario);
      started.push(server);
      return server;
    });
    return await work(servers);
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

export async function loadBoth(
  servers: Pair<SoloServer>,
  seconds: number,
): Promise<Pair<Measured>> {
  const [next, base] = await Promise.all([servers.new.load(seconds), servers.base.load(seconds)]);
  return { new: next, base };
}

/** Returns ln(efficiency of new / efficiency of base). */
export function logRatio({ new: next, base }: Pair<Measured>): number {
  return Math.log(next.good / next.cpu.run / (base.good / base.cpu.run));
}
