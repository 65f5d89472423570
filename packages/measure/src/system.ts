import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { attempt } from "@deadheat/journal";

/** Returns the text of a file of the system, or null if there is none: another system, or the process has ended. */
export function textOf(path: string): string | null {
  return attempt(() => readFileSync(path, "utf8"));
}

/** Returns the state, the parent and so on of a process: the fields of proc_pid_stat(5) from the third on. */
export function statFields(stat: string): string[] {
  // The second field is the name, which may hold anything. All later fields have no spaces.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Returns those fields of a process; null if it has ended, and on other systems than Linux. */
export function statOf(pid: number): string[] | null {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === null ? null : statFields(stat);
}

/** Returns true if a program of the system can be run with these arguments. */
export function works(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore", timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
