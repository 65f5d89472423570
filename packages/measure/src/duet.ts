import { defaultWarmup, type BlockRecord, type Load, type Side } from "@deadheat/journal";
import type { PlannedBlock } from "./draw/order.ts";
import { measureFurther, type FurtherWanted } from "./further.ts";
import { endsSeconds } from "./load/warm-up.ts";
import {
  both,
  inOrder,
  isTooShort,
  loadTogether,
  measureWindow,
  paceOf,
  recordOf,
  workIn,
  type Pair,
  type WarmPair,
} from "./pair.ts";
import { check, VoidBlock, type Bench } from "./server/asked.ts";
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
  const record = await recordOf(block, entrants, exchange, bench, nothing, (pair) =>
    play(pair, block.loadBaseFirst, wanted),
  );
  return { type: "block", stage: block.stage, ...record };
}

async function play(pair: WarmPair, baseFirst: boolean, wanted: FurtherWanted): Promise<Figures> {
  const { servers, bench, warmup } = pair;
  const { windowSeconds } = bench.load;
  const paces = (seconds: number) => both((which) => paceOf(servers[which], bench, seconds));
  const { result, counts } = await comparingBodies(servers, bench.signal, async () => {
    await loadTogether(pair, baseFirst);
    const planned = { ends: paces(endsSeconds(windowSeconds)), whole: paces(windowSeconds) };
    return measureWindow(pair, planned, baseFirst);
  });
  // A server that answers wrongly now may have answered the million requests before wrongly too.
  await inOrder(false, servers, (server) => check(server, bench.signal));
  const sides = both((which): Side => {
    const window = result.windows[which];
    if (isTooShort(window)) {
      const { ends, whole } = window;
      throw new VoidBlock(
        `${servers[which].name}: ${whole.result.good} answers in the window and ${ends.result.good} in the much ` +
          "shorter load before it: the server is too slow for this window. Use a longer --window",
      );
    }
    return {
      ...workIn(window),
      servingSeconds: window.whole.cpu.serving,
      ...pair.processOf(which),
      sampled: counts[which],
    };
  });
  const figures = { warmup, sides, machine: result.machine };
  if (!wanted.latency && !wanted.cost) return figures;
  const capacity = both((which) => {
    const { good, cpuSeconds, ends } = sides[which];
    return (good - (ends?.good ?? 0)) / (cpuSeconds - (ends?.cpuSeconds ?? 0));
  });
  return { ...figures, further: await measureFurther(pair, wanted, capacity, baseFirst) };
}
