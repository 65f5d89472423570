// Shows whether processes of a server come in two kinds on this machine. Starts processes one after the other, each alone,
// warms them as a round does, and prints the CPU time of a request in two windows of each process.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench kinds express/node,express/deno [PROCESSES]
import process from "node:process";
import { responsesFor, runtimesOf } from "@deadheat/journal";
import { warm } from "@deadheat/measure";
import { estimate, twoKinds } from "@deadheat/stats";
import { startServer, type SoloServer } from "../src/calibrate/lab/solo-server.ts";
import { inLab } from "./lab.ts";

const WINDOW_SECONDS = 0.7;
const names = process.argv[2]?.split(",") ?? ["express/node", "express/deno"];
const processes = Number(process.argv[3] ?? 12);

await inLab(async (lab) => {
  for (const name of names) {
    const responses = responsesFor(lab.load.warmup, runtimesOf({ new: name, base: name }));
    const logs: number[][] = [];
    while (logs.length < processes) {
      const server = await startServer(lab, name);
      try {
        await warm(server.load, 2 * responses, lab.load.warmup);
        logs.push([await costOf(server), await costOf(server)].map(Math.log));
      } finally {
        await server.stop();
      }
    }
    const means = logs.map(([a, b]) => ((a as number) + (b as number)) / 2);
    const within = logs.reduce((sum, [a, b]) => sum + ((a as number) - (b as number)) ** 2, 0);
    const { variance, n } = estimate(means);
    const kinds = twoKinds(means);
    const list = means.map((mean) => (1e6 * Math.exp(mean)).toFixed(1)).join(" ");
    const found = kinds
      ? kinds
          .map(({ mean, n: own }) => `${own} at ${(1e6 * Math.exp(mean)).toFixed(1)} us`)
          .join(", ")
      : "one kind";
    console.log(
      `${name}: ${found}; sd between processes ${percent(variance * n)}, within ${percent(within / 2 / n)}; us a request: ${list}`,
    );
  }
});

/** Returns the CPU seconds of a request. */
async function costOf(server: SoloServer): Promise<number> {
  const { good, cpu } = await server.load(WINDOW_SECONDS);
  return cpu.run / good;
}

function percent(variance: number): string {
  return `${(100 * Math.sqrt(variance)).toFixed(1)} %`;
}
