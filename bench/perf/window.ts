// Measures the cost of the ends of a load, and the best length of a window. Takes pairs of a target and its floor,
// several processes of each pair, and several windows in each process (Kalibera and Jones, ISMM 2013).
//   npx -y pnpm@12.21.0 --filter @deadheat/bench window express/node,koa/node [PROCESSES [WINDOWS]]
import process from "node:process";
import { estimate, interval } from "@deadheat/stats";
import { efficiency } from "@deadheat/judge";
import { labOf } from "../src/calibrate/lab/lab.ts";
import { instrument } from "../src/calibrate/lab/instrument.ts";
import { loadBoth, withPair } from "../src/calibrate/lab/pair.ts";
import type { Measured, SoloServer } from "../src/calibrate/lab/solo-server.ts";
import { answersFor, referenceOf, runtimesOf } from "@deadheat/journal";
import {
  type Pair,
  coin,
  endsSeconds,
  inOrder,
  pinOurselves,
  randomFor,
  togetherLoads,
  warm,
} from "@deadheat/measure";
import { prepare } from "../src/plan/prepare.ts";
import { formatInterval, formatRatio } from "@deadheat/report/format";

const WINDOW_SECONDS = 1.5;
const names = process.argv[2]?.split(",") ?? ["express/node", "koa/node", "hono/bun", "hono/deno"];
const [processes, windows] = [Number(process.argv[3] ?? 4), Number(process.argv[4] ?? 4)];
const aborter = new AbortController();
process.once("SIGINT", () => aborter.abort());
const io = {
  stdout: process.stdout,
  stderr: process.stderr,
  color: false,
  signal: aborter.signal,
  note: (line: string) => process.stderr.write(`${line}\n`),
};
const request = {
  profile: "quick",
  targets: ["node-http/node"],
  scenarios: ["text"],
  calibration: true,
};
const prepared = await prepare(request, io);
const options = { size: "quick" } as const;
const lab = labOf(options, { ...prepared, addresses: {} }, { append() {} }, io, instrument);
const unpin = pinOurselves(lab.pinning);

/** One window: ln(ratio) without and with the cost of the load's ends, and that cost in CPU-seconds. */
interface Seen {
  readonly net: number;
  readonly gross: number;
  readonly ends: Pair<number>;
}

for (const target of names) {
  const reference = referenceOf(lab.target(target));
  const runs: Seen[][] = [];
  for (let n = 1; n <= processes; n++) {
    const random = randomFor(lab.seed, "window", target, n);
    runs.push(
      await withPair(lab, { new: target, base: reference }, random, async (servers) => {
        await warmPair(servers, random);
        const seen: Seen[] = [];
        while (seen.length < windows) seen.push(await windowOf(servers));
        return seen;
      }),
    );
  }
  console.log(`${target}: ${describe(runs)}`);
}
unpin();

/** Warms both servers in the same way as a block does. */
async function warmPair(
  servers: Pair<SoloServer>,
  random: ReturnType<typeof randomFor>,
): Promise<void> {
  const { warmup } = lab.load;
  const { new: next, base } = servers;
  const runtimes = runtimesOf({ new: next.name, base: base.name });
  const answers = answersFor(warmup, runtimes);
  await inOrder(coin(random), servers, ({ load }) => warm(load, answers, warmup));
  for (const seconds of togetherLoads(warmup)) await loadBoth(servers, seconds);
}

async function windowOf(servers: Pair<SoloServer>): Promise<Seen> {
  const short = await loadBoth(servers, endsSeconds(WINDOW_SECONDS));
  const long = await loadBoth(servers, WINDOW_SECONDS);
  const work = ({ good, cpu }: Measured) => ({ good, cpuSeconds: cpu.run });
  const net = (which: keyof Pair<unknown>) =>
    efficiency({ ...work(long[which]), ends: work(short[which]) });
  const gross = (which: keyof Pair<unknown>) => efficiency(work(long[which]));
  const ends = (which: keyof Pair<unknown>) =>
    short[which].cpu.run - short[which].good / net(which);
  return {
    net: Math.log(net("new") / net("base")),
    gross: Math.log(gross("new") / gross("base")),
    ends: { new: ends("new"), base: ends("base") },
  };
}

function describe(runs: readonly Seen[][]): string {
  const means = runs.map((run) => estimate(run.map(({ net }) => net)).mean);
  const within = mean(runs.map((run) => squares(run.map(({ net }) => net))));
  const between = Math.max(0, squares(means) - within / windows);
  const all = runs.flat();
  const bias = interval(estimate(runs.map((run) => mean(run.map((s) => s.gross - s.net)))));
  const milliseconds = (which: keyof Pair<unknown>) =>
    `${(1000 * mean(all.map(({ ends }) => ends[which]))).toFixed(1)} ms`;
  return (
    `${formatRatio(Math.exp(mean(means)))} of its floor; a load's ends cost ${milliseconds("new")}, the floor's ` +
    `${milliseconds("base")}: undiscounted, a window of ${WINDOW_SECONDS} s is off by ${formatRatio(bias.ratio)} ` +
    `${formatInterval(bias)}; sd within processes ${percent(within)}, between them ${percent(between)}; ` +
    best(within, between)
  );
}

/** Returns the best window, from the cost and variance of a window and the cost and variance of a process. */
function best(within: number, between: number): string {
  const rest = 6;
  const seconds = Math.sqrt((rest * within * WINDOW_SECONDS) / between);
  return Number.isFinite(seconds)
    ? `best window ${seconds.toFixed(1)} s, beside ${rest} s for the rest of a block`
    : "the longer a window the better";
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function squares(values: readonly number[]): number {
  const { variance, n } = estimate(values);
  return variance * n;
}

function percent(variance: number): string {
  return `${(100 * Math.sqrt(variance)).toFixed(1)} %`;
}
