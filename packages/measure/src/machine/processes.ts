import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { stateDirectory } from "./directory.ts";
import { identify, identitySchema, isRunning, mayBeRunning, type Identity } from "./identity.ts";

// The kernel ends our processes with us where `setpriv` is there (pinning.ts). What this
// file is for is the rest: another system, or a process that was killed between two that are not.

/** One file each in `<state>/processes`: a process that we started, and who of us did. */
const entrySchema = v.object({
  ...identitySchema.entries,
  what: v.string(),
  owner: identitySchema,
});
export type Started = v.InferOutput<typeof entrySchema>;

/**
 * Writes down that `pid` was started by `owner`, this process unless told otherwise, so that the next
 * command can end it if we cannot. A folder that cannot be written costs that, and nothing else.
 * @returns what to call when it has ended.
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
 * Ends what was left running by commands of ours that are gone: by pid and start time, so that
 * nobody else's process is touched that was given the number meanwhile.
 * @returns what was ended.
 */
export function endLeftovers(): Promise<Started[]> {
  return endWhere(({ owner }) => !mayBeRunning(owner));
}

/** What a run's tasks are remembered as, by whichever process started them. */
export const TASK = "a task of a run";

/** Ends the tasks that belong to this process and what tasks have left; its services and others of its own go on. */
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
  // Whoever was just ended may have had processes of its own.
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
      // Cut off by what ended its writer, or not ours.
      return { file, entry: null };
    }
  });
}

/** With its group, which it leads if it was started detached; else by itself. */
function kill(pid: number): void {
  for (const id of [-pid, pid]) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // No such group, or gone by itself.
    }
  }
}
