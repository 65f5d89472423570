import process from "node:process";
import { Interrupted, remember } from "@deadheat/measure";

/** The options with which a program leads a process group, so that its children end with it. */
export const LEADS_GROUP = { detached: process.platform !== "win32" } as const;

/**
 * Waits for a program that leads a process group, then kills the processes that it leaves behind. If this process is killed,
 * the next command kills the group.
 * @throws Interrupted if the signal is raised, which kills the group
 */
export async function endOfGroup<T>(
  program: Promise<T> & { readonly pid?: number },
  name: string,
  signal: AbortSignal,
): Promise<T> {
  const { pid } = program;
  const end = (): void => endGroup(pid);
  const forget = pid === undefined ? () => {} : remember(pid, name);
  signal.addEventListener("abort", end);
  try {
    const result = await program;
    if (signal.aborted) throw new Interrupted();
    return result;
  } finally {
    signal.removeEventListener("abort", end);
    end();
    forget();
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // No process is left.
  }
}
