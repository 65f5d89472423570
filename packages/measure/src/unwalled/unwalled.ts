import { allProcesses, hasEnded, isMarked } from "../mark.ts";
import { statOf, type Stat } from "../stat.ts";
import { textOf } from "../system.ts";

// Servers without walls (isolation.ts) can leave their parents, their session and their control group for a place where nobody
// counts. Inside of walls, all processes of a PID namespace are the server's own, and control groups are read-only.

/** The facts by which the processes of a server are found among all that run. */
interface Sought {
  /** The token of the mark that its processes carry. */
  readonly token: string;
  /** The start of the server, in ticks since boot: only a process that began later can have inherited the mark. */
  readonly since: number;
  /** The processes that are known to be older; new ones are added, so that each is looked at once. */
  readonly older: Set<number>;
}

/**
 * Searches all processes outside of a server's tree.
 * @returns those with its mark, such as a daemon, and all others that began later than it: any of them may have shed the mark
 */
export function outsideOf(
  tree: ReadonlySet<number>,
  { token, since, older }: Sought,
): { marked: number[]; strangers: number[] } {
  const running = new Set(allProcesses());
  for (const one of older) if (!running.has(one)) older.delete(one);
  const [marked, strangers]: [number[], number[]] = [[], []];
  for (const other of running) {
    if (tree.has(other) || older.has(other)) continue;
    const stat = statOf(other);
    if (startOf(stat) < since) older.add(other);
    else if (!hasEnded(other, stat) && isMarked(other, token)) marked.push(other);
    else strangers.push(other);
  }
  return { marked, strangers };
}

/** Returns the start of a process in ticks since boot, by its stat; Infinity if it has ended. */
export function startOf(stat: Stat | null): number {
  return stat === null ? Infinity : Number(stat("starttime"));
}

/** Returns the reason if a process has left the control group of its server, otherwise null. */
export function leftGroup(member: number, group: string): string | null {
  const groups = textOf(`/proc/${member}/cgroup`);
  if (groups === null || groups.includes(`/${group}`)) return null;
  // A process that has ended and was not waited for is in no group.
  if (hasEnded(member)) return null;
  return "a process of the server has left its control group, so the CPU time of its children cannot be counted";
}
