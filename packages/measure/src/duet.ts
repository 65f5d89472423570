import type { Exchange } from "./server/exchange-type.ts";
import { defaultWarmup, type BlockRecord, type Load, type Side } from "@deadheat/journal";
import { machineUse, readMachine } from "./machine/machine-use.ts";
import { requireCpus } from "./machine/pinning.ts";
import { sampleBodies } from "./server/sampling.ts";
import type { Server } from "./server/launch.ts";
import type { Entrant } from "./server/entrant.ts";
import { endsSeconds } from "./load/warm-up.ts";
import type { PlannedBlock } from "./draw/order.ts";
import {
  check,
  drive,
  inOrder,
  loadTogether,
  measurePair,
  orVoid,
  paceOf,
  VoidBlock,
  withWarmPair,
  type Asked,
  type Bench,
  type Pair,
  type Used,
} from "./pair.ts";

/** Returns the default load of a duet. */
export function defaultLoad(generatorCpus: number, windowSeconds: number): Load {
  return {
    warmup: defaultWarmup,
    windowSeconds,
    connections: 50,
    workerThreads: generatorCpus >= 4 ? 2 : 1,
  };
}

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
): Promise<BlockRecord> {
  const { role, new: next, base, scenario } = block.duet;
  const startedAt = new Date();
  const clock = performance.now();
  const loaded = { seconds: 0 };
  const record = (
    outcome: Pick<BlockRecord, "void" | "warmup" | "sides" | "machine">,
  ): BlockRecord => ({
    type: "block",
    role,
    new: next,
    base,
    scenario,
    n: block.n,
    stage: block.stage,
    startedAt: startedAt.toISOString(),
    seconds: { total: (performance.now() - clock) / 1000, load: loaded.seconds },
    ...outcome,
  });
  return orVoid(
    entrants,
    bench,
    async () => record({ void: null, ...(await play(block, entrants, exchange, bench, loaded)) }),
    (reason) => record({ void: reason, sides: null, machine: null }),
  );
}

function play(
  block: PlannedBlock,
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  loaded: { seconds: number },
): Promise<Pick<BlockRecord, "warmup" | "sides" | "machine">> {
  return withWarmPair(block, entrants, exchange, bench, loaded, async (pair) => {
    const { servers, warmup, processOf } = pair;
    const { windowSeconds } = bench.load;
    const first = block.loadBaseFirst;
    const sampler = sampleBodies(servers, bench.signal);
    try {
      await loadTogether(servers, bench, first, loaded);
      const measured = async (loadSeconds: number, startWithReference: boolean) => {
        const window = await measure(servers, bench, loadSeconds, startWithReference);
        loaded.seconds += Math.max(window.new.result.seconds, window.base.result.seconds);
        return window;
      };
      const ends = await measured(endsSeconds(windowSeconds), !first);
      const machineBefore = readMachine();
      const window = await measured(windowSeconds, first);
      const machineAfter = readMachine();
      const ours = window.new.cpu.run + window.base.cpu.run;
      const machine = machineUse(machineBefore, machineAfter, ours, bench.pinning);
      requireCpus(bench.pinning);

      const sampled = await sampler.stop();
      for (const { wrong } of [sampled.new, sampled.base]) {
        if (wrong !== null) throw new VoidBlock(`under load, ${wrong}`);
      }
      // A server that answers wrongly now may have answered the million requests before wrongly too.
      await inOrder(false, servers, (server) => check(server, bench.signal));
      const side = (which: keyof Pair<unknown>): Side => ({
        ...sideOf(servers[which], window[which], ends[which]),
        ...processOf(which),
        sampled: sampled[which].count,
      });
      return { warmup, sides: { new: side("new"), base: side("base") }, machine };
    } finally {
      await sampler.stop();
    }
  });
}

/** Loads both, at the rate of the exchange if it has one. */
function measure(
  servers: Pair<Asked>,
  bench: Bench,
  loadSeconds: number,
  baseFirst: boolean,
): Promise<Pair<Used>> {
  const pace = (server: Asked) => paceOf(server, bench, loadSeconds);
  const paces = { new: pace(servers.new), base: pace(servers.base) };
  return measurePair(servers, () => drive(servers, paces, bench, baseFirst));
}

/** @throws VoidBlock if the server is too slow for the window */
function sideOf(server: Server, window: Used, ends: Used): Omit<Side, "startup" | "memory"> {
  const of = ({ result, cpu }: Used) => ({ good: result.good, cpuSeconds: cpu.run });
  if (window.result.good <= ends.result.good || window.cpu.run <= ends.cpu.run) {
    throw new VoidBlock(
      `${server.name}: ${window.result.good} answers in the window and ${ends.result.good} in the much ` +
        "shorter load before it: the server is too slow for this window. Use a longer --window",
    );
  }
  return {
    ...of(window),
    servingSeconds: window.cpu.serving,
    loadSeconds: window.result.seconds,
    ends: of(ends),
    lostThreads: window.cpu.lostThreads + ends.cpu.lostThreads,
  };
}
