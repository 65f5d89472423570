import type { ChildProcess } from "node:child_process";
import { EnvironmentError, Interrupted } from "@deadheat/journal";
import { follow, type Mark } from "@deadheat/measure";

/** The options with which a program leads a process group, so that its children end with it. */
export const LEADS_GROUP = { detached: true } as const;

/** The time of an install, a build or a checkout. Whatever takes longer hangs. */
const LONGEST_SECONDS = 1800;

/**
 * Waits for a program that leads a process group and carries this mark, then kills all processes that it has left. If this
 * process is killed, the next command kills them.
 * @throws EnvironmentError after half an hour, Interrupted if the signal is raised. Either kills the group
 */
export async function endOfGroup<T>(
  program: Promise<T> & { readonly nodeChildProcess: ChildProcess },
  mark: Mark,
  name: string,
  signal: AbortSignal,
  seconds = LONGEST_SECONDS,
): Promise<T> {
  const family = follow(program.nodeChildProcess, mark, name);
  const late = AbortSignal.timeout(1000 * seconds);
  const given = AbortSignal.any([signal, late]);
  given.addEventListener("abort", family.kill);
  if (given.aborted) family.kill();
  try {
    const result = await program;
    if (signal.aborted) throw new Interrupted();
    if (!late.aborted) return result;
    throw new EnvironmentError(
      `${name} did not end within ${Math.ceil(seconds / 60)} min. Run it by hand to see what it waits for`,
    );
  } finally {
    given.removeEventListener("abort", family.kill);
    await family.gone;
  }
}
