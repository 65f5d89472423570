import { readCpuClocks, readCpuPressure } from "./cpus.ts";
import { endedChildrenSeconds } from "./cpu-time.ts";
import type { Pinning } from "./pinning.ts";
import type { MachineUse } from "@deadheat/journal";

/** A reading of the whole machine. Only the difference of two readings has a meaning. */
interface MachineReading {
  readonly at: number;
  readonly clocks: ReturnType<typeof readCpuClocks>;
  readonly pressure: number | null;
  readonly endedChildren: number | null;
}

export function readMachine(): MachineReading {
  return {
    at: performance.now(),
    clocks: readCpuClocks(),
    pressure: readCpuPressure(),
    endedChildren: endedChildrenSeconds(),
  };
}

/**
 * Returns the use of the machine between two readings.
 * @param ours the CPU seconds of the measured servers. No child but generators may have ended in between.
 * @param alongside the number of other duets meanwhile. Their generators and waiting tasks cannot be told from ours
 */
export function machineUse(
  before: MachineReading,
  after: MachineReading,
  ours: number,
  {
    pinning,
    alongside = 0,
  }: { readonly pinning: Pinning; readonly alongside?: number | undefined },
): MachineUse {
  const elapsed = (after.at - before.at) / 1000;
  const share = (cpu: number, of: "busy" | "steal"): number | null => {
    const [from, to] = [before.clocks?.get(cpu), after.clocks?.get(cpu)];
    // Kernels have counted steal backwards.
    return from && to ? Math.max(0, to[of] - from[of]) / elapsed : null;
  };
  const most = (values: (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  };
  const since = (of: "pressure" | "endedChildren"): number | null =>
    alongside > 0 || before[of] === null || after[of] === null ? null : after[of] - before[of];
  const pressure = since("pressure");
  const [server] = pinning.server;
  const busy = server === undefined ? null : share(server, "busy");
  // Interrupts that no process is charged for are the servers' own packets for the most part, and no other process.
  const [from = 0, to = 0] = [before, after].map(
    (one) => one.clocks?.get(server ?? -1)?.interrupts ?? 0,
  );
  const interrupts = (to - from) / elapsed;
  return {
    generatorBusy: most(pinning.generators.map((cpu) => share(cpu, "busy"))),
    generatorSeconds: since("endedChildren"),
    foreign: busy === null ? null : Math.max(0, busy - interrupts - ours / elapsed),
    steal: most([...pinning.server, ...pinning.generators].map((cpu) => share(cpu, "steal"))),
    pressure: pressure === null ? null : pressure / elapsed,
  };
}
