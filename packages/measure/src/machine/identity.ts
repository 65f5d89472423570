import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import * as v from "valibot";

/** A process, distinguished from a later process with the same number. */
export const identitySchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** The start of the process, in a form unique to this machine and boot. */
  started: v.string(),
});
export type Identity = v.InferOutput<typeof identitySchema>;

/**
 * Returns the start of a process. On Linux that is the boot id and field 22 of proc_pid_stat(5), in ticks since boot.
 * Other systems use the output of `ps`. null if the process does not exist, is a zombie, or has no known start.
 */
function startOf(pid: number): string | null {
  if (process.platform !== "linux") return startByPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, field 2, may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${bootId()} ${fields[19]}`;
  } catch {
    return null;
  }
}

const UNKNOWN = "unknown";

/** Returns the identity of one of our processes. */
export function identify(pid: number): Identity {
  return { pid, started: startOf(pid) ?? UNKNOWN };
}

/** Returns true if this very process runs. Returns false if its start is unknown. */
export function isRunning({ pid, started }: Identity): boolean {
  return startOf(pid) === started;
}

/** Returns true if the process runs. If its start is unknown, returns true if its number is in use. */
export function mayBeRunning(identity: Identity): boolean {
  if (identity.started !== UNKNOWN) return isRunning(identity);
  try {
    process.kill(identity.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let boot: string | undefined;
function bootId(): string {
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return boot;
}

function startByPs(pid: number): string | null {
  try {
    const text = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [state, ...started] = text.trim().split(/\s+/);
    return state === undefined || state.startsWith("Z") ? null : started.join(" ");
  } catch {
    return null;
  }
}
