import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { attempt } from "@deadheat/journal";

/** Returns the text of a file of the system, or null if there is none: another system, or the process has ended. */
export function textOf(path: string): string | null {
  return attempt(() => readFileSync(path, "utf8"));
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
