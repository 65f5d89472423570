import { readdirSync, readFileSync } from "node:fs";
import { familyOf } from "./known-families.ts";
import { statOf } from "../stat.ts";
import { outsideOf, startOf } from "../unwalled/unwalled.ts";

/**
 * Returns the ids of a server's processes: its own, those of its descendants, and every other process that carries its
 * mark, such as a daemon whose launcher stays (Linux). Parents come before their children.
 */
export function processTree(pid: number): number[] {
  return lookAround(pid).members;
}

/** Returns the processes of a server, and all others that began later than it: any of them may be one that has hidden. */
export function lookAround(pid: number): { members: number[]; strangers: number[] } {
  const tree = descendantsOf(pid);
  const family = familyOf(pid);
  if (family === undefined) return { members: tree, strangers: [] };
  const { token, older, first } = family;
  if (first !== null) {
    // The first process only waits for the server. A process whose parent has ended becomes its child.
    const others = descendantsOf(first).filter((one) => one !== first);
    return { members: [...new Set([pid, ...others])], strangers: [] };
  }
  const since = startOf(statOf(pid));
  const { marked, strangers } = outsideOf(new Set(tree), { token, since, older });
  const members = new Set([...tree, ...marked.flatMap(descendantsOf)]);
  return { members: [...members], strangers: strangers.filter((one) => !members.has(one)) };
}

function descendantsOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(descendantsOf)];
}

export function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((tid) => {
    try {
      const ids = readFileSync(`/proc/${pid}/task/${tid}/children`, "utf8");
      return ids.split(" ").filter(Boolean).map(Number);
    } catch (error) {
      return unlessGone(error, []);
    }
  });
}

export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch (error) {
    return unlessGone(error, []);
  }
}

/**
 * Returns `instead` if a process or thread has ended meanwhile. Rethrows any other error (such as a lack of file
 * descriptors): a missing clock would make a server look cheaper.
 */
export function unlessGone<T>(error: unknown, instead: T): T {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ESRCH") return instead;
  throw error;
}
