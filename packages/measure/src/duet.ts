import { defaultWarmup, type BlockRecord, type Load, type Side } from "@deadheat/journal";
import type { PlannedBlock } from "./draw/order.ts";
import { measureFurther, type FurtherWanted } from "./further.ts";
import type { Collectors } from "./growth/collectors.ts";
import { measureGrowth, withCollectors } from "./growth/growth.ts";
import { endsSeconds } from "./load/warm-up.ts";
import {
  both,
  inOrder,
  isTooShort,
  loadTogether,
  measureWindow,
  recordOf,
  workIn,
  type Pair,
  type WarmPair,
  type Window,
} from "./pair.ts";
import { check, closed, VoidBlock, type Asked, type Bench } from "./server/asked.ts";
import type { Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { comparingBodies } from "./server/sampling.ts";

export function defaultLoad(generatorCpus: number, windowSeconds: number): Load {
  return {
    warmup: defaultWarmup,
    windowSeconds,
    connections: 50,
    workerThreads: generatorCpus >= 4 ? 2 : 1,
  };
}

type Figures = Pick<BlockRecord, "warmup" | "sides" | "machine" | "further">;

/**
 * Measures one block. Both servers start afresh on the same CPU, are checked, and are warmed alone and then together.
 * Then two generators on other CPUs load both at the same time. A failure of a server or a generator gives a void
 * block, never a number.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function runBlock(
  block: PlannedBlock,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  wanted: FurtherWanted = { latency: false, cost: false },
): Promise<BlockRecord> {
  const nothing: Figures = { sides: null, machine: null };
  const record = await withCollectors(wanted.growth ?? false, entrants, (connected, collectors) =>
    recordOf(block, connected, exchange, bench, nothing, (pair) =>
      play(pair, block.loadBaseFirst, wanted, collectors),
    ),
  );
  return { type: "block", stage: block.stage, ...record };
}

/** The length of the window of a service's other exchange, as a share of the window. */
const BESIDE_WINDOW = 0.25;

async function play(
  pair: WarmPair,
  baseFirst: boolean,
  wanted: FurtherWanted,
  collectors: Pair<Collectors> | null,
): Promise<Figures> {
  const { servers, bench, warmup } = pair;
  const { windowSeconds } = bench.load;
  const { main, beside } = partsOf(pair);
  const { result, counts } = await comparingBodies(servers, bench.signal, async () => {
    await loadTogether(pair, baseFirst);
    const most = await windowOf(main, windowSeconds, baseFirst);
    if (beside === null) return { ...most, beside };
    const { windows } = await windowOf(beside, BESIDE_WINDOW * windowSeconds, baseFirst);
    return { ...most, beside: windows };
  });
  // A server that answers wrongly now may have answered the million requests before wrongly too.
  await inOrder(false, servers, (server) => check(server, bench.signal));
  const sides = both((which): Side => {
    const window = result.windows[which];
    const other = result.beside?.[which];
    for (const one of other ? [window, other] : [window]) requireWork(servers[which], one);
    return {
      ...workIn(window),
      ...(other && besideOf(window, other, servers[which])),
      servingSeconds: window.whole.cpu.serving,
      ...pair.processOf(which),
      sampled: counts[which],
    };
  });
  const figures = { warmup, sides, machine: result.machine };
  if (!wanted.latency && !wanted.cost && collectors === null) return figures;
  const capacity = both((which) => {
    const { good, cpuSeconds, ends } = sides[which];
    return (good - (ends?.good ?? 0)) / (cpuSeconds - (ends?.cpuSeconds ?? 0));
  });
  const further = await measureFurther(pair, wanted, capacity, baseFirst);
  if (collectors === null) return { ...figures, further };
  // Last: it changes the memory of both.
  const growth = await measureGrowth(pair, collectors, baseFirst);
  return { ...figures, further: { ...further, growth } };
}

/**
 * Returns the pair with the exchange that most requests have, and with the other one if there is one. Both at once, in
 * a closed loop, would not keep their shares: a server that is slow in one gets fewer of it.
 */
function partsOf(pair: WarmPair): { main: WarmPair; beside: WarmPair | null } {
  const { traffic } = pair.servers.base.exchange;
  if (!traffic?.beside) return { main: pair, beside: null };
  const asking = (exchangeOf: (server: Asked) => Exchange): WarmPair => {
    const one = (which: keyof Pair<unknown>): Asked => {
      const server = pair.servers[which];
      return { ...server, exchange: exchangeOf(server) };
    };
    return { ...pair, servers: both(one) };
  };
  return {
    main: asking(({ exchange }) => {
      return { ...exchange, traffic: { ...exchange.traffic, beside: undefined } };
    }),
    beside: asking(({ exchange }) => exchange.traffic?.beside?.exchange ?? exchange),
  };
}

function windowOf(pair: WarmPair, windowSeconds: number, baseFirst: boolean) {
  const paces = (seconds: number) =>
    both((which) => closed(pair.servers[which], pair.bench, seconds));
  const planned = { ends: paces(endsSeconds(windowSeconds)), whole: paces(windowSeconds) };
  return measureWindow(pair, planned, baseFirst);
}

function requireWork({ name }: Asked, window: Window): void {
  if (!isTooShort(window)) return;
  const { ends, whole } = window;
  throw new VoidBlock(
    `${name}: ${whole.result.good} answers in the window and ${ends.result.good} in the much ` +
      "shorter load before it: the server is too slow for this window. Use a longer --window",
  );
}

function besideOf(
  window: Window,
  other: Window,
  { exchange }: Asked,
): Pick<Side, "beside" | "lostThreads"> {
  const { good, cpuSeconds, ends, lostThreads } = workIn(other);
  const share = exchange.traffic?.beside?.share ?? 0;
  return {
    beside: { share, good, cpuSeconds, ends },
    lostThreads: workIn(window).lostThreads + lostThreads,
  };
}
