import type { SweepRecord, SweepSettings } from "@deadheat/journal";
import type { PlannedSweep } from "./draw/order.ts";
import type { Bench } from "./server/asked.ts";
import type { Entrant } from "./server/entrant.ts";
import type { Exchange } from "./server/exchange-type.ts";
import { withSolo, type Solo, type SoloStep } from "./solo.ts";

/**
 * Measures one process of a sweep. A fresh server is warmed alone, then loaded with a closed loop at each number of
 * connections. The throughput is what its clients see. The latency is that of queueing for a saturated server.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function* sweepProcess(
  planned: PlannedSweep,
  server: Entrant,
  exchange: Exchange,
  { stepSeconds }: SweepSettings,
  bench: Bench,
): AsyncGenerator<SweepRecord> {
  const { cell, round } = planned;
  const { target, scenario, responses } = cell;
  const [first = 1] = planned.connections;
  const record = (connections: number, step: SoloStep): SweepRecord => {
    const { lateness: _, ...fields } = step;
    return { type: "sweep", target, server: server.name, scenario, round, connections, ...fields };
  };
  const warm = { responses, connections: first };
  yield* withSolo(server, exchange, warm, bench, steps, (step) => record(first, step));

  async function* steps({ load, died }: Solo) {
    for (const connections of planned.connections) {
      const pace = { mode: "closed", connections, seconds: stepSeconds } as const;
      yield record(connections, await load(pace, { stdev: true }));
      if (died() !== null) return;
    }
  }
}
