// Checks how a round measures the mixture of the scenario `app`: GETs and orders apart, in closed loops, whose costs add up
// by their shares. In the same processes and in random order it loads both at once, in a closed loop and at 1,000 requests
// a second. Prints whether the costs apart predict the CPU time of both at once, and what the two other ways say.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench mixture express/node,hono/bun [PROCESSES [ROUNDS]]
import process from "node:process";
import { efficiency } from "@deadheat/judge";
import { responsesFor, referenceOf, runtimesOf } from "@deadheat/journal";
import {
  type Exchange,
  type Pace,
  type Pair,
  coin,
  inOrder,
  randomFor,
  shuffled,
  togetherLoads,
  warm,
} from "@deadheat/measure";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import { estimate, interval } from "@deadheat/stats";
import { loadBoth, withPair } from "../src/calibrate/lab/pair.ts";
import type { Measured, SoloServer } from "../src/calibrate/lab/solo-server.ts";
import { inLab } from "./lab.ts";

const names = process.argv[2]?.split(",") ?? [
  "express/node",
  "fastify/node",
  "hono/bun",
  "hono/deno",
];
const [processes, roundsEach] = [Number(process.argv[3] ?? 3), Number(process.argv[4] ?? 2)];
const WINDOW_SECONDS = 1.5;
const CONNECTIONS = 50;

/** The cost of a request of each exchange apart, in CPU seconds. */
interface Apart {
  readonly get: number;
  readonly order: number;
}

/** The work in a window of both exchanges at once. */
interface AtOnce {
  readonly gets: number;
  readonly orders: number;
  readonly cpuSeconds: number;
}

/** One round in a pair of processes. */
interface Round {
  apart: Pair<Apart>;
  closed: Pair<AtOnce>;
  /** GETs alone from two generators, as a control: the cost of a request. */
  control: Pair<number>;
  atRate: Pair<number>;
}

const SHARE = 0.05;
const ways = {
  apart: costsApart,
  closed: (servers: Pair<SoloServer>) => atOnce(servers),
  control,
  atRate,
};

await inLab(async (lab) => {
  for (const target of names) {
    const pair = { new: target, base: referenceOf(lab.target(target)) };
    const seen: Round[][] = [];
    for (let n = 1; n <= processes; n++) {
      const random = randomFor(lab.seed, "mixture", target, n);
      const measure = async (servers: Pair<SoloServer>): Promise<Round[]> => {
        const { warmup } = lab.load;
        const responses =
          servers.base.exchange.traffic?.warmResponses ?? responsesFor(warmup, runtimesOf(pair));
        await inOrder(coin(random), servers, ({ load }) => warm(load, responses, warmup));
        for (const seconds of togetherLoads(warmup)) await loadBoth(servers, seconds);
        const all: Round[] = [];
        while (all.length < roundsEach) {
          const round: Partial<Round> = {};
          for (const way of shuffled(Object.keys(ways) as (keyof Round)[], random))
            Object.assign(round, { [way]: await ways[way](servers) });
          all.push(round as Round);
        }
        return all;
      };
      seen.push(await withPair(lab, pair, random, measure, "app"));
    }
    console.log(`${target}: ${describe(seen)}`);
  }
});

async function costsApart(servers: Pair<SoloServer>): Promise<Pair<Apart>> {
  const gets = await windowsOf(servers, WINDOW_SECONDS, (one, seconds) =>
    one.loadAt(closedLoop(seconds), getsOf(one)),
  );
  const orders = await windowsOf(servers, WINDOW_SECONDS / 4, (one, seconds) =>
    one.loadAt(closedLoop(seconds), ordersOf(one)),
  );
  return both((which) => ({ get: costOf(gets[which]), order: costOf(orders[which]) }));
}

async function control(servers: Pair<SoloServer>): Promise<Pair<number>> {
  const work = await atOnce(servers, getsOf);
  return both((which) => work[which].cpuSeconds / (work[which].gets + work[which].orders));
}

/** Loads both exchanges at once, each over its share of the connections. */
async function atOnce(servers: Pair<SoloServer>, otherOf = ordersOf): Promise<Pair<AtOnce>> {
  const few = Math.round(CONNECTIONS * shareOf(servers.base));
  const run = async (one: SoloServer, seconds: number) => {
    const [gets, orders] = await Promise.all([
      one.loadAt(closedLoop(seconds, CONNECTIONS - few), getsOf(one)),
      one.loadAt(closedLoop(seconds, few), otherOf(one)),
    ]);
    // The clock of the server's process has run for both.
    const { run: cpuSeconds } = gets.cpu.run > orders.cpu.run ? gets.cpu : orders.cpu;
    return { gets: gets.good, orders: orders.good, cpuSeconds };
  };
  const windows = await windowsOf(servers, WINDOW_SECONDS, run);
  return both((which) => {
    const { ends, whole } = windows[which];
    return {
      gets: whole.gets - ends.gets,
      orders: whole.orders - ends.orders,
      cpuSeconds: whole.cpuSeconds - ends.cpuSeconds,
    };
  });
}

async function atRate(servers: Pair<SoloServer>): Promise<Pair<number>> {
  const ratePerSecond = 1000;
  const windows = await windowsOf(servers, WINDOW_SECONDS, (one, seconds) => {
    const requests = Math.round(ratePerSecond * seconds);
    return one.loadAt({ mode: "open", connections: CONNECTIONS, ratePerSecond, requests });
  });
  return both((which) => costOf(windows[which]));
}

interface Window<T> {
  readonly ends: T;
  readonly whole: T;
}

/** Loads both servers for a short time and then for the window, as a round does. */
async function windowsOf<T>(
  { new: next, base }: Pair<SoloServer>,
  seconds: number,
  run: (one: SoloServer, seconds: number) => Promise<T>,
): Promise<Pair<Window<T>>> {
  const loadAll = (length: number) => Promise.all([run(next, length), run(base, length)]);
  const ends = await loadAll(Math.min(0.1, seconds / 4));
  const whole = await loadAll(seconds);
  return {
    new: { ends: ends[0], whole: whole[0] },
    base: { ends: ends[1], whole: whole[1] },
  };
}

function closedLoop(seconds: number, connections = CONNECTIONS): Pace {
  return { mode: "closed", connections, seconds };
}

function getsOf({ exchange }: SoloServer): Exchange {
  return { ...exchange, traffic: { ...exchange.traffic, beside: undefined } };
}

function ordersOf({ exchange }: SoloServer): Exchange {
  return exchange.traffic?.beside?.exchange ?? exchange;
}

function shareOf({ exchange }: SoloServer): number {
  return exchange.traffic?.beside?.share ?? 0;
}

function costOf({ ends, whole }: Window<Measured>): number {
  const work = ({ good, cpu }: Measured) => ({ good, cpuSeconds: cpu.run });
  return 1 / efficiency({ ...work(whole), ends: work(ends) });
}

function both<T>(of: (which: keyof Pair<unknown>) => T): Pair<T> {
  return { new: of("new"), base: of("base") };
}

function describe(seen: readonly (readonly Round[])[]): string {
  const over = (of: (round: Round) => number) => seen.map((own) => mean(own.map(of)));
  const ratio = (values: readonly number[]) => {
    const found = interval(estimate(values));
    return `${formatRatio(found.ratio)} ${formatInterval(found)}`;
  };
  const mixed = ({ get, order }: Apart) => (1 - SHARE) * get + SHARE * order;
  const predicted = ({ apart, closed }: Round, which: keyof Pair<unknown>) => {
    const { gets, orders, cpuSeconds } = closed[which];
    return Math.log((apart[which].get * gets + apart[which].order * orders) / cpuSeconds);
  };
  const controlled = (round: Round, which: keyof Pair<unknown>) =>
    Math.log(round.apart[which].get / round.control[which]);
  const shares = (which: keyof Pair<unknown>) => {
    const share = mean(
      over(({ closed: { [which]: own } }) => own.orders / (own.orders + own.gets)),
    );
    return `${(100 * share).toFixed(1)} %`;
  };
  const apartRatio = over(({ apart }) => Math.log(mixed(apart.base) / mixed(apart.new)));
  const dear = mean(over(({ apart }) => (SHARE * apart.new.order) / mixed(apart.new)));
  return (
    `apart ${ratio(apartRatio)}, at 1,000/s ${ratio(over(({ atRate: own }) => Math.log(own.base / own.new)))}; ` +
    `costs apart / CPU time of both at once ${ratio(over((round) => predicted(round, "new")))}, of the floor ` +
    `${ratio(over((round) => predicted(round, "base")))}, of the ratio ` +
    `${ratio(over((round) => predicted(round, "base") - predicted(round, "new")))}; at once ${shares("new")} of the requests ` +
    `are orders, ${shares("base")} of the floor's; GETs from one generator / from two ` +
    `${ratio(over((round) => controlled(round, "new")))}, of the floor ${ratio(over((round) => controlled(round, "base")))}; orders are ${(100 * dear).toFixed(0)} % of the cost`
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
