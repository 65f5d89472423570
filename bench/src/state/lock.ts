import { appendFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { EnvironmentError } from "../errors.ts";
import { stateDirectory } from "./directory.ts";
import { identify, identitySchema, mayBeRunning, type Identity } from "./identity.ts";

/** The right to measure on this machine: two at once would measure each other. */
export interface Hold {
  /** Process ids of the other runs that measure, or did, at the same time. */
  readonly others: () => number[];
  readonly release: () => void;
}

/**
 * Takes the user's lock, `<state>/run.lock`: one JSON text a line, the first of who holds it, the
 * others of who was allowed beside it. One whose holder is gone (killed, or from before a restart) is
 * taken over.
 * @throws EnvironmentError naming the process that measures already.
 */
export function holdMachine({ allowConcurrent }: { readonly allowConcurrent: boolean }): Hold {
  const path = join(stateDirectory(), "run.lock");
  const me = identify(process.pid);
  for (;;) {
    if (takeFree(path, me)) return holdOf(path, me);
    const text = readText(path);
    const holder = identitiesIn(text)[0];
    if (holder === undefined || !mayBeRunning(holder)) {
      removeStale(path, text, me);
      continue;
    }
    if (!allowConcurrent) throw new EnvironmentError(busy(holder));
    appendFileSync(path, `${JSON.stringify(me)}\n`);
    return { others: () => [holder.pid], release: () => {} };
  }
}

/** The process that measures on this machine now; null when none does. */
export function currentHolder(): Identity | null {
  const [holder] = identitiesIn(readText(join(stateDirectory(), "run.lock")));
  return holder !== undefined && mayBeRunning(holder) ? holder : null;
}

function busy({ pid }: Identity): string {
  return (
    `process ${pid} is measuring on this machine: two at once would measure each other. ` +
    `Wait for it, or end it (kill -INT ${pid}); --allow-concurrent measures all the same, ` +
    "and the result says so."
  );
}

function holdOf(path: string, me: Identity): Hold {
  const release = (): void => {
    if (identitiesIn(readText(path))[0]?.pid === me.pid) rmSync(path, { force: true });
    process.off("exit", release);
  };
  // A second Ctrl-C does not wait for anybody.
  process.on("exit", release);
  return {
    others: () =>
      identitiesIn(readText(path))
        .slice(1)
        .map(({ pid }) => pid),
    release,
  };
}

/** Whole from the start: a link is made at once or not at all. */
function takeFree(path: string, me: Identity): boolean {
  const own = `${path}.${me.pid}`;
  writeFileSync(own, `${JSON.stringify(me)}\n`);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock if it still is the one that was read. */
function removeStale(path: string, stale: string, me: Identity): void {
  const aside = `${path}.${me.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return; // Somebody else was faster.
  }
  try {
    // Taken over by another in between: give it back.
    if (readText(aside) !== stale) linkSync(aside, path);
  } catch {
    // There is a new one already.
  } finally {
    rmSync(aside, { force: true });
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function identitiesIn(text: string): Identity[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [v.parse(identitySchema, JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
