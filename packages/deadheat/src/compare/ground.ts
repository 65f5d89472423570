import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { warmupOf, type Load, cacheDirectory } from "@deadheat/journal";
import {
  alone,
  COMPARISON_WINDOW_SECONDS,
  defaultLoad,
  describeMachine,
  pinOurselves,
  type Hold,
} from "@deadheat/measure";
import { obtainOha, type Oha } from "@deadheat/oha";

/** What every measurement stands on: the machine, its generator, the usual load. */
export interface Ground {
  readonly machine: ReturnType<typeof describeMachine>;
  readonly oha: Oha;
  readonly load: Load;
  readonly hold: Hold;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

export interface Wished {
  readonly warmupAnswers?: number | null | undefined;
  readonly windowSeconds?: number | null | undefined;
  readonly allowConcurrent?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/**
 * Does `work`, which measures, as the only one on this machine, on the generators' CPUs.
 * @throws EnvironmentError where another measures, or there is no oha; Interrupted
 */
export async function onGround<T>(
  wished: Wished,
  work: (ground: Ground) => Promise<T>,
): Promise<T> {
  const { warmupAnswers = null, windowSeconds = null, signal, note } = wished;
  const machine = describeMachine();
  const usual = defaultLoad(
    machine.pinning.generators.length,
    windowSeconds ?? COMPARISON_WINDOW_SECONDS,
  );
  const load = warmupAnswers === null ? usual : { ...usual, warmup: warmupOf(warmupAnswers) };
  const oha = await obtainOha({ onProgress: note, signal });
  return alone(wished.allowConcurrent ?? false, note, async (hold) => {
    const unpin = pinOurselves(machine.pinning);
    try {
      return await work({ machine, oha, load, hold, signal, note });
    } finally {
      unpin();
    }
  });
}

/** Where results lie unless the user says otherwise: nothing is written into anybody's repository. */
export function runsDirectory(): string {
  const folder = join(cacheDirectory(), "runs");
  mkdirSync(folder, { recursive: true });
  return folder;
}
