// Compares the lengths of a round with longer ones in the same processes: the load of both together, the short load whose
// ends are subtracted, and the window. Takes several processes of each pair of a target and its floor. In each, the short
// round comes first, as it would; then the rest of the long one, and its window; then both windows again, in random order.
// Prints the bias and the spread of the short round against the long one, and the cost of the ends of a load.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench window express/node,koa/node [PROCESSES]
import process from "node:process";
import { efficiency } from "@deadheat/judge";
import { responsesFor, referenceOf, runtimesOf } from "@deadheat/journal";
import { type Pair, coin, inOrder, randomFor, warm } from "@deadheat/measure";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import { estimate, interval } from "@deadheat/stats";
import { loadBoth, withPair } from "../src/calibrate/lab/pair.ts";
import type { Measured, SoloServer } from "../src/calibrate/lab/solo-server.ts";
import { inLab } from "./lab.ts";

/** The lengths of a round in seconds. */
interface Lengths {
  readonly together: number;
  readonly ends: number;
  readonly window: number;
}

const SHORT: Lengths = { together: 0.5, ends: 0.1, window: 1 };
const LONG: Lengths = { together: 2, ends: 0.1, window: 1.5 };

const names = process.argv[2]?.split(",") ?? ["express/node", "koa/node", "hono/bun", "hono/deno"];
const processes = Number(process.argv[3] ?? 6);

/** One window: ln(ratio), and the CPU seconds that opening and closing the connections of a load cost each server. */
interface Seen {
  readonly ratio: number;
  readonly ends: Pair<number>;
}

/** The windows of one pair of processes: the first of each length, and the second. */
interface Run {
  readonly short: readonly [Seen, Seen];
  readonly long: readonly [Seen, Seen];
}

await inLab(async (lab) => {
  const all: Run[][] = [];
  for (const target of names) {
    const pair = { new: target, base: referenceOf(lab.target(target)) };
    const runs: Run[] = [];
    for (let n = 1; n <= processes; n++) {
      const random = randomFor(lab.seed, "window", target, n);
      const measure = async (servers: Pair<SoloServer>): Promise<Run> => {
        const { warmup } = lab.load;
        const responses = responsesFor(warmup, runtimesOf(pair));
        await inOrder(coin(random), servers, ({ load }) => warm(load, responses, warmup));
        await together(servers, SHORT.together);
        const short = await windowOf(servers, SHORT);
        await together(servers, LONG.together);
        const long = await windowOf(servers, LONG);
        const again = (await inOrder(coin(random), { new: LONG, base: SHORT }, (lengths) =>
          windowOf(servers, lengths),
        )) as Pair<Seen>;
        return { short: [short, again.base], long: [long, again.new] };
      };
      runs.push(await withPair(lab, pair, random, measure));
    }
    all.push(runs);
    console.log(`${target}: ${describe(runs)}`);
    console.log(`  ratios of short and long rounds: ${listOf(runs)}`);
  }
  if (all.length > 1) console.log(`all pairs: ${spreads(all)}`);
});

async function together(servers: Pair<SoloServer>, seconds: number): Promise<void> {
  for (const half of [seconds / 2, seconds / 2]) await loadBoth(servers, half);
}

async function windowOf(servers: Pair<SoloServer>, lengths: Lengths): Promise<Seen> {
  const short = await loadBoth(servers, lengths.ends);
  const long = await loadBoth(servers, lengths.window);
  const work = ({ good, cpu }: Measured) => ({ good, cpuSeconds: cpu.run });
  const of = (which: keyof Pair<unknown>) =>
    efficiency({ ...work(long[which]), ends: work(short[which]) });
  const ends = (which: keyof Pair<unknown>) => short[which].cpu.run - short[which].good / of(which);
  return {
    ratio: Math.log(of("new") / of("base")),
    ends: { new: ends("new"), base: ends("base") },
  };
}

function describe(runs: readonly Run[]): string {
  const level = Math.exp(mean(runs.map(({ long }) => long[0].ratio)));
  const against = (which: 0 | 1) =>
    runs.map(({ short, long }) => short[which].ratio - (long[0].ratio + long[1].ratio) / 2);
  const [bias, later] = [against(0), against(1)];
  return (
    `long ${formatRatio(level)} of its floor; short / long ${ratioOf(bias)}, later in the same processes ${ratioOf(later)}; ` +
    `${spreads([runs])}; a load's ends cost ${endsOf(runs, "long", "new")} (short ${endsOf(runs, "short", "new")}), the ` +
    `floor's ${endsOf(runs, "long", "base")} (short ${endsOf(runs, "short", "base")})`
  );
}

/** Describes the spread of rounds, and of windows in the same processes, by pooled variances. */
function spreads(all: readonly (readonly Run[])[]): string {
  const of = (values: (run: Run) => number) =>
    Math.sqrt(mean(all.map((runs) => variance(runs.map(values)))));
  const within = (which: keyof Run) =>
    Math.sqrt(mean(all.flat().map(({ [which]: [a, b] }) => (a.ratio - b.ratio) ** 2 / 2)));
  const short = of(({ short: [first] }) => first.ratio);
  const long = of(({ long: [first] }) => first.ratio);
  return (
    `sd of a round ${percent(short)} short, ${percent(long)} long (${(short / long).toFixed(2)} times); within processes ` +
    `${percent(within("short"))} and ${percent(within("long"))}`
  );
}

function endsOf(runs: readonly Run[], which: keyof Run, side: keyof Pair<unknown>): string {
  const all = runs.flatMap(({ [which]: seen }) => seen.map(({ ends }) => 1000 * ends[side]));
  return `${mean(all).toFixed(1)} ms, sd ${Math.sqrt(variance(all)).toFixed(1)}`;
}

function listOf(runs: readonly Run[]): string {
  const of = ([{ ratio }]: Run["long"]) => Math.exp(ratio).toFixed(4);
  return runs.map(({ short, long }) => `${of(short)}/${of(long)}`).join(" ");
}

function ratioOf(values: readonly number[]): string {
  const found = interval(estimate(values));
  return `${formatRatio(found.ratio)} ${formatInterval(found)}`;
}

function variance(values: readonly number[]): number {
  const { variance: own, n } = estimate(values);
  return own * n;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
