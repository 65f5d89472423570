import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { stateDirectory } from "./directory.ts";
import { identify, identitySchema, isRunning, mayBeRunning, type Identity } from "./identity.ts";

// With `setpriv` the kernel ends our processes with us (pinning.ts). This file covers the rest: other systems, and
// children that outlive a process that was killed.

/** A process that we started, with its owner. Each has a file in `<state>/processes`. */
const entrySchema = v.object({
  ...identitySchema.entries,
  what: v.string(),
  owner: identitySchema,
});
type Started = v.InferOutput<typeof entrySchema>;

/**
 * Records that `owner`, by default this process, started `pid`, so that the next command can end it if we cannot. If
 * the folder cannot be written, nothing is recorded.
 * @returns the function to call when the process has ended
 */
export function remember(
  pid: number,
  what: string,
  owner: Identity = identify(process.pid),
): () => void {
  try {
    const folder = join(stateDirectory(), "processes");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${pid}.json`);
    const entry: Started = { ...identify(pid), what, owner };
    writeFileSync(file, JSON.stringify(entry));
    return () => rmSync(file, { force: true });
  } catch {
    return () => {};
  }
}

/**
 * Ends the processes that killed commands have left and returns them. Processes are matched by id and start time, so
 * that another process with the same id is never touched.
 */
export function endLeftovers(): Promise<Started[]> {
  return endWhere(({ owner }) => !mayBeRunning(owner));
}

/** The description under which the tasks of a run are recorded. */
export const TASK = "a task of a run";

/** Ends this process's tasks and the processes that tasks have left. Its services and other processes go on. */
export async function endTasks(): Promise<void> {
  await endWhere(
    ({ owner, what }) => what === TASK && owner.pid === process.pid && mayBeRunning(owner),
  );
  await endLeftovers();
}

async function endWhere(chosen: (entry: Started) => boolean): Promise<Started[]> {
  const ended: Started[] = [];
  for (const { file, entry } of entries()) {
    if (entry !== null && !chosen(entry)) continue;
    if (entry !== null && isRunning(entry)) {
      kill(entry.pid);
      ended.push(entry);
    }
    rmSync(file, { force: true });
  }
  const deadline = performance.now() + 5000;
  while (ended.some(isRunning) && performance.now() < deadline) await sleep(20);
  // The ended processes may have left processes of their own.
  if (ended.length > 0) ended.push(...(await endLeftovers()));
  return ended;
}

function entries(): { file: string; entry: Started | null }[] {
  const folder = join(stateDirectory(), "processes");
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.map((name) => {
    const file = join(folder, name);
    try {
      return { file, entry: v.parse(entrySchema, JSON.parse(readFileSync(file, "utf8"))) };
    } catch {
      // The file is incomplete because its writer was killed, or it is not ours.
      return { file, entry: null };
    }
  });
}

/** Kills a process with its group if it leads one (it was started detached), otherwise alone. */
function kill(pid: number): void {
  for (const id of [-pid, pid]) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // No such group, or the process has ended.
    }
  }
}
