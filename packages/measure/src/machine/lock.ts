import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { messageOf, takeLock } from "@deadheat/journal";
import { EnvironmentError } from "../errors.ts";
import { stateDirectory } from "./directory.ts";
import { identify, identitySchema, mayBeRunning, type Identity } from "./identity.ts";

/** The right to measure on this machine: two at once would measure each other. */
export interface Hold {
  /** Process ids of the other runs that measure, or did, at the same time. */
  readonly others: () => number[];
  readonly release: () => void;
}

/** Within this a holder has written who it is, whatever else the machine does. */
const NAMED_WITHIN_MILLISECONDS = 2000;

/**
 * Takes the user's lock, `<state>/run.lock`: one JSON text a line, the first of who holds it, the
 * others of who was allowed beside it. What counts is the kernel's lock, which goes with its process:
 * the text of one that was killed keeps nobody waiting.
 * @throws EnvironmentError naming the process that measures already.
 */
export async function holdMachine({
  allowConcurrent,
}: {
  readonly allowConcurrent: boolean;
}): Promise<Hold> {
  const path = lockPath();
  const me = `${JSON.stringify(identify(process.pid))}\n`;
  const deadline = performance.now() + NAMED_WITHIN_MILLISECONDS;
  for (;;) {
    const lock = await takeLock(path, me).catch((error: unknown) => {
      throw new EnvironmentError(messageOf(error), { cause: error });
    });
    if (lock !== null) return { others: () => pidsIn(path).slice(1), release: lock.release };
    const holder = currentHolder();
    if (holder === null && performance.now() < deadline) {
      // It has just come and not said yet who it is, or has just gone.
      await sleep(5);
      continue;
    }
    if (holder === null || !allowConcurrent) throw new EnvironmentError(busy(holder, path));
    appendFileSync(path, me);
    // If another has come after it meanwhile, it is that one that has to be told.
    if (currentHolder()?.pid === holder.pid) {
      return { others: () => [holder.pid], release: () => {} };
    }
  }
}

/** The process that measures on this machine now; null when none does. */
export function currentHolder(): Identity | null {
  const [holder] = identitiesIn(lockPath());
  return holder !== undefined && mayBeRunning(holder) ? holder : null;
}

function busy(holder: Identity | null, path: string): string {
  if (holder === null) {
    return `a process that cannot be seen from here holds ${path}: two at once would measure each other`;
  }
  const { pid } = holder;
  return (
    `process ${pid} is measuring on this machine: two at once would measure each other. ` +
    `Wait for it, or end it (kill -INT ${pid}); --allow-concurrent measures all the same, ` +
    "and the result says so."
  );
}

const lockPath = (): string => join(stateDirectory(), "run.lock");

const pidsIn = (path: string): number[] => identitiesIn(path).map(({ pid }) => pid);

function identitiesIn(path: string): Identity[] {
  return readText(path)
    .split("\n")
    .flatMap((line) => {
      try {
        return [v.parse(identitySchema, JSON.parse(line))];
      } catch {
        return [];
      }
    });
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
