import type { ChildProcess } from "node:child_process";
import process from "node:process";
import { follow, Interrupted, type Mark } from "@deadheat/measure";

/** The options with which a program leads a process group, so that its children end with it. */
export const LEADS_GROUP = { detached: process.platform !== "win32" } as const;

/**
 * Waits for a program that leads a process group and carries this mark, then kills all processes that it has left. If this
 * process is killed, the next command kills them.
 * @throws Interrupted if the signal is raised, which kills the group
 */
export async function endOfGroup<T>(
  program: Promise<T> & Pick<ChildProcess, "pid">,
  mark: Mark,
  name: string,
  signal: AbortSignal,
): Promise<T> {
  const family = follow(program as unknown as ChildProcess, mark, name);
  signal.addEventListener("abort", family.kill);
  if (signal.aborted) family.kill();
  try {
    const result = await program;
    if (signal.aborted) throw new Interrupted();
    return result;
  } finally {
    signal.removeEventListener("abort", family.kill);
    await family.gone;
  }
}
