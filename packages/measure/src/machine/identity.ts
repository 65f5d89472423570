import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import * as v from "valibot";

/** A process, told apart from a later one that was given the same number. */
export const identitySchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** When it was started, in words that only this machine in this uptime gives. */
  started: v.string(),
});
export type Identity = v.InferOutput<typeof identitySchema>;

/**
 * When the process was started: on Linux the boot's id and field 22 of proc_pid_stat(5), in ticks
 * since boot; elsewhere what `ps` says. Null when there is none, or it has ended and waits for its
 * parent, or nothing tells.
 */
export function startOf(pid: number): string | null {
  if (process.platform !== "linux") return startByPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, field 2, may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${bootId()} ${fields[19]}`;
  } catch {
    return null;
  }
}

const UNKNOWN = "unknown";

/** Of a process of ours. */
export function identify(pid: number): Identity {
  return { pid, started: startOf(pid) ?? UNKNOWN };
}

/** Whether this very process runs: where nothing tells when it was started, never. */
export function isRunning({ pid, started }: Identity): boolean {
  return startOf(pid) === started;
}

/** Whether it runs as far as one can know: without /proc, whether its number is in use. */
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
