import { appendFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import {
  messageOf,
  readRegular,
  sweepScratch,
  takeLock,
  type Warning,
  EnvironmentError,
} from "@deadheat/journal";
import { stateDirectory } from "./directory.ts";
import { identify, identitySchema, mayBeRunning, type Identity } from "./identity.ts";
import { endLeftovers } from "./processes.ts";

/** The right to measure on this machine. Two measurements at once would measure each other. */
export interface Hold {
  /** Returns the process ids of other runs that measure, or measured, at the same time. */
  readonly others: () => number[];
  readonly release: () => void;
}

const LARGEST_LOCK = 1_000_000;
/** The time within which a holder has written its identity. */
const NAMED_WITHIN_MILLISECONDS = 2000;

/**
 * Runs `work`, which measures, as the only one on this machine. First ends the processes that a killed command has
 * left, and removes its temporary folders.
 * @throws EnvironmentError if another command measures and concurrency was not allowed
 */
export async function alone<T>(
  allowConcurrent: boolean,
  note: (line: string) => void,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  for (const { what, pid } of await endLeftovers()) {
    note(`ended ${what} (process ${pid}), left by a command that was killed`);
  }
  sweepScratch();
  const hold = await holdMachine(allowConcurrent);
  try {
    return await work(hold);
  } finally {
    hold.release();
  }
}

export function concurrencyWarnings({ others }: Hold): Warning[] {
  const processes = [...others()];
  return processes.length === 0 ? [] : [{ code: "concurrent", facts: { processes } }];
}

/**
 * Takes the user's lock, `<state>/run.lock`. Each line of the file is one JSON text: the holder first, then those
 * allowed beside it. The kernel's lock decides and ends with its process, so the text of a killed process blocks
 * nobody.
 * @throws EnvironmentError that names the process that measures already
 */
export async function holdMachine(allowConcurrent: boolean): Promise<Hold> {
  const path = lockPath();
  const me = `${JSON.stringify(identify(process.pid))}\n`;
  const deadline = performance.now() + NAMED_WITHIN_MILLISECONDS;
  for (;;) {
    const lock = await takeLock(path, me).catch((error: unknown) => {
      throw new EnvironmentError(messageOf(error), { cause: error });
    });
    if (lock !== null) {
      const others = () => identitiesIn(path).map(({ pid }) => pid);
      return { others: () => others().slice(1), release: lock.release };
    }
    const holder = currentHolder();
    if (holder === null && performance.now() < deadline) {
      // The holder has not written its identity yet, or has just gone.
      await sleep(5);
      continue;
    }
    if (holder === null || !allowConcurrent) throw new EnvironmentError(busy(holder, path));
    appendFileSync(path, me);
    // If another process took the lock meanwhile, tell that one.
    if (currentHolder()?.pid === holder.pid) {
      return { others: () => [holder.pid], release: () => {} };
    }
  }
}

/** Returns the process that measures on this machine now, or null. */
export function currentHolder(): Identity | null {
  const [holder] = identitiesIn(lockPath());
  return holder !== undefined && mayBeRunning(holder) ? holder : null;
}

function busy(holder: Identity | null, path: string): string {
  if (holder === null) {
    return `Another process holds ${path}, and two measurements would disturb each other. Wait for it`;
  }
  const { pid } = holder;
  return (
    `Process ${pid} is measuring on this machine, and two measurements would disturb each other. ` +
    `Wait for it, or end it (kill -INT ${pid}). --allow-concurrent measures anyway, ` +
    "with a warning in the result."
  );
}

const lockPath = (): string => join(stateDirectory(), "run.lock");

function identitiesIn(path: string): Identity[] {
  return String(readRegular(path, LARGEST_LOCK) ?? "")
    .split("\n")
    .flatMap((line) => {
      const identity = v.safeParse(v.pipe(v.string(), v.parseJson(), identitySchema), line);
      return identity.success ? identity.output : [];
    });
}
