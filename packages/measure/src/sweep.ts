import type { Exchange } from "./server/exchange-type.ts";
import type { Entrant } from "./server/entrant.ts";
import type { SweepRecord, SweepSettings } from "@deadheat/journal";
import type { PlannedSweep } from "./draw/solo.ts";
import { SoloFailed, startSolo, type Solo, type SoloBench, type SoloStep } from "./solo.ts";

/**
 * Measures one process of a sweep. A fresh server is warmed alone, then loaded with a closed loop at each number of
 * connections. The throughput is what its clients see. The latency is that of queueing for a saturated server.
 * @throws Interrupted if the signal aborts. No process is left in any case.
 */
export async function* sweepProcess(
  planned: PlannedSweep,
  server: Entrant,
  exchange: Exchange,
  sweep: SweepSettings,
  bench: SoloBench,
): AsyncGenerator<SweepRecord> {
  const { cell, round } = planned;
  const { stepSeconds } = sweep;
  const [first = 1] = planned.connections;
  const record = (connections: number, step: SoloStep): SweepRecord => {
    const { lateness: _, ...fields } = step;
    const { target, scenario } = cell;
    return { type: "sweep", target, server: server.name, scenario, round, connections, ...fields };
  };
  let solo: Solo;
  const startedAt = performance.now();
  try {
    solo = await startSolo(server, exchange, { answers: cell.answers, connections: first }, bench);
  } catch (error) {
    if (!(error instanceof SoloFailed)) throw error;
    yield record(first, error.step(startedAt));
    return;
  }
  let before = { total: (performance.now() - startedAt) / 1000, load: solo.warmedSeconds };
  try {
    for (const connections of planned.connections) {
      const pace = { mode: "closed", connections, seconds: stepSeconds } as const;
      const step = await solo.load(pace, { stdev: true });
      const { total, load } = step.seconds;
      yield record(connections, {
        ...step,
        seconds: { total: before.total + total, load: before.load + load },
      });
      before = { total: 0, load: 0 };
      if (solo.died() !== null) return;
    }
  } finally {
    await solo.stop();
  }
}
