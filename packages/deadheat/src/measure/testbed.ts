import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { warmupOf, type Load, cacheDirectory } from "@deadheat/journal";
import {
  alone,
  COMPARISON_WINDOW_SECONDS,
  defaultLoad,
  describeMachine,
  generatorCpus,
  isolation,
  pinWithBreaks,
  wantIsolation,
  type Hold,
  type Isolation,
} from "@deadheat/measure";
import { obtainOha, type Oha } from "@deadheat/oha";
import type { RunFolder } from "@deadheat/runner";
import { discardEmpty, openRun } from "../folder/run-folder.ts";
import { Pilots } from "../learn/pilots.ts";
import type { Note } from "../step.ts";
import type { CompareOptions } from "../plan/options.ts";

/** The needs of every measurement: the machine, the load generator and the usual load. */
export interface Testbed {
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Oha;
  /** The isolation of the servers: each in its own namespaces, or none. */
  readonly isolation: Isolation;
  readonly load: Load;
  /** The pilots of the command; null if the user decides warm-up and window. */
  readonly pilots: Pilots | null;
  readonly hold: Hold;
  readonly signal: AbortSignal;
  readonly note: Note;
}

/** The means of a command on a testbed that also does other work than measuring, such as an install or the start of a service. */
export interface OtherWork {
  /** Runs work that does not measure, such as an install, on all CPUs. */
  readonly onAllCpus: <T>(work: () => Promise<T>) => Promise<T>;
  /** Adds work that runs when the measurement ends, however it ends. */
  readonly atEnd: (work: () => Promise<void>) => void;
}

/** The machine, the load and the isolation that the options ask for. */
export interface Wished
  extends
    Pick<CompareOptions, "warmupRequests" | "windowSeconds" | "connections" | "allowConcurrent">,
    Pick<Testbed, "signal" | "note"> {
  /** The number of duets at once; `most` for as many as this machine has pairs of cores. Default: 1. */
  readonly parallel?: number | "most" | null | undefined;
  /** false to start servers without their own namespaces. Default: true. */
  readonly isolation?: boolean | undefined;
}

/**
 * Runs `work`, which measures, on the CPUs of the generators, while no other run measures on this machine.
 * @throws EnvironmentError if another run measures, or oha cannot be obtained; Interrupted
 */
export async function onTestbed<T>(
  wished: Wished,
  work: (testbed: Testbed & OtherWork) => Promise<T>,
): Promise<T> {
  const { warmupRequests = null, windowSeconds = null, connections = null, signal, note } = wished;
  const machine = describeMachine(wished.parallel ?? 1);
  const window = windowSeconds ?? COMPARISON_WINDOW_SECONDS;
  const some = defaultLoad(generatorCpus(machine.pinning), window);
  const usual = { ...some, connections: connections ?? some.connections };
  const load = warmupRequests === null ? usual : { ...usual, warmup: warmupOf(warmupRequests) };
  // Another run is noticed before anything is installed.
  return alone(wished.allowConcurrent ?? false, note, async (hold) => {
    wantIsolation(wished.isolation ?? true);
    const isolated = await isolation();
    if (isolated.mode === "none") note(notIsolated(isolated));
    const oha = await obtainOha({ onProgress: note, signal });
    const { unpin, onAllCpus } = pinWithBreaks(machine.pinning);
    const ends: (() => Promise<void>)[] = [];
    try {
      const bench = { oha, pinning: machine.pinning, load, signal };
      const given = { responses: warmupRequests, windowSeconds, connections };
      const decided = warmupRequests !== null && windowSeconds !== null;
      const pilots = decided ? null : new Pilots(bench, given, note);
      const atEnd = (end: () => Promise<void>) => void ends.push(end);
      return await work({
        machine,
        oha,
        isolation: isolated,
        load,
        pilots,
        hold,
        signal,
        note,
        onAllCpus,
        atEnd,
      });
    } finally {
      for (const end of ends) await end();
      unpin();
    }
  });
}

/**
 * Runs `work` as `onTestbed` does, with a new folder for its run. The folder is removed if nothing was written into it.
 * @throws UsageError if the folder of `--out` holds another run
 */
export function onMachine<T>(
  { out, ...wished }: Wished & { readonly out: string | null },
  work: (testbed: Testbed & OtherWork, folder: RunFolder) => Promise<T>,
): Promise<T> {
  return onTestbed(wished, async (testbed) => {
    const folder = openRun(out, runsDirectory());
    try {
      return await work(testbed, folder);
    } finally {
      discardEmpty(folder);
    }
  });
}

function notIsolated({ reason }: Isolation): string {
  return `The servers are not isolated from each other and from this machine (${reason}), so measure only code that you trust`;
}

/** Returns the machine as documents name it. */
export function machineOf({
  machine,
  oha,
  isolation: { mode },
}: Pick<Testbed, "machine" | "oha" | "isolation">) {
  const { cpu, cores, kernel, os } = machine;
  return { cpu, cores, kernel, os, oha: oha.version, isolation: mode };
}

/** Creates and returns the default folder of results. It lies in the cache, so no repository is written to. */
export function runsDirectory(): string {
  const folder = join(cacheDirectory(), "runs");
  mkdirSync(folder, { recursive: true });
  return folder;
}
