// Follows the windows of a duet in the same processes: how much the ratio of a server to itself spreads in each second, and
// what a block with another length of the load together and of the window would give in the same time. Servers are warmed
// as in a block and loaded together for 2 s, in loads of 1 s; then windows of 1 s follow.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench settle express/node,koa/node [PROCESSES]
import process from "node:process";
import { efficiency } from "@deadheat/judge";
import { answersFor, runtimesOf } from "@deadheat/journal";
import { type Pair, blockSeconds, coin, inOrder, randomFor, warm } from "@deadheat/measure";
import { loadBoth, withPair } from "../src/calibrate/lab/pair.ts";
import type { Measured, SoloServer } from "../src/calibrate/lab/solo-server.ts";
import { inLab } from "./lab.ts";

const WINDOWS = 6;
const TOGETHER_SECONDS = 2;
/** The lengths of a block: seconds together, and of the window. */
const lengths = [1, 2, 3].flatMap((window) => [2, 3, 4].map((together) => ({ together, window })));

const names = process.argv[2]?.split(",") ?? ["node-http/node", "express/node", "express/deno"];
const processes = Number(process.argv[3] ?? 8);

await inLab(async (lab) => {
  const { warmup } = lab.load;
  const gains: number[][] = [];
  for (const target of names) {
    const pair = { new: target, base: target };
    const seconds = ({
      together: togetherSeconds,
      window: windowSeconds,
    }: (typeof lengths)[number]) =>
      blockSeconds({ warmup: { ...warmup, togetherSeconds }, windowSeconds }, runtimesOf(pair));
    const all: number[][] = [];
    for (let n = 1; n <= processes; n++) {
      const random = randomFor(lab.seed, "settle", target, n);
      all.push(
        await withPair(lab, pair, random, async (servers) => {
          const answers = answersFor(warmup, runtimesOf(pair));
          await inOrder(coin(random), servers, ({ load }) => warm(load, answers, warmup));
          for (let second = 0; second < TOGETHER_SECONDS; second++) await loadBoth(servers, 1);
          const ratios: number[] = [];
          while (ratios.length < WINDOWS) ratios.push(await windowOf(servers));
          return ratios;
        }),
      );
    }
    const spread = (from: number, to: number) =>
      rootMeanSquare(all.map((ratios) => mean(ratios.slice(from, to))));
    console.log(
      `${target}: sd of each second ${all[0]?.map((_, i) => percent(spread(i, i + 1))).join(", ")}`,
    );
    const cost = lengths.map(({ together, window }) => {
      const from = together - TOGETHER_SECONDS;
      return spread(from, from + window) ** 2 * seconds({ together, window });
    });
    gains.push(cost.map((one) => one / (cost[0] as number)));
  }
  console.log(
    "variance of the mean after the same time, against 2 s together and a window of 1 s:",
  );
  for (const [i, { together, window }] of lengths.entries()) {
    const own = gains.map((gain) => gain[i] as number);
    const pooled = Math.exp(mean(own.map(Math.log)));
    console.log(
      `${together} s together, window of ${window} s: ${own.map((one) => one.toFixed(2)).join(", ")}; all ${pooled.toFixed(2)}`,
    );
  }
});

/** Returns ln(ratio) in a window of a second, without the ends of its load. */
async function windowOf(servers: Pair<SoloServer>): Promise<number> {
  const ends = await loadBoth(servers, 0.1);
  const whole = await loadBoth(servers, 1);
  const work = ({ good, cpu }: Measured) => ({ good, cpuSeconds: cpu.run });
  const of = (which: keyof Pair<unknown>) =>
    efficiency({ ...work(whole[which]), ends: work(ends[which]) });
  return Math.log(of("new") / of("base"));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The true ratio is 1. */
function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => value ** 2)));
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
