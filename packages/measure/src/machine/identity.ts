import { execFileSync } from "node:child_process";
import process from "node:process";
import * as v from "valibot";
import { attempt, isThere } from "@deadheat/journal";
import { hasEnded } from "../mark.ts";
import { statOf } from "../stat.ts";
import { textOf } from "../system.ts";

/** A process, distinguished from a later process with the same number. */
export const identitySchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** The start of the process, in a form unique to this machine and boot. */
  started: v.string(),
});
export type Identity = v.InferOutput<typeof identitySchema>;

/**
 * Returns the start of a process. On Linux that is the boot id and the start in proc_pid_stat(5), in ticks since boot.
 * Other systems use the output of `ps`. null if the process does not exist, is a zombie, or has no known start.
 */
function startOf(pid: number): string | null {
  if (process.platform !== "linux") return startByPs(pid);
  boot ??= textOf("/proc/sys/kernel/random/boot_id")?.trim();
  const stat = statOf(pid);
  if (boot === undefined || stat === null || hasEnded(pid, stat)) return null;
  return `${boot} ${stat("starttime")}`;
}
let boot: string | undefined;

const UNKNOWN = "unknown";

export function identify(pid: number): Identity {
  return { pid, started: startOf(pid) ?? UNKNOWN };
}

/** Returns true if this very process runs. Returns false if its start is unknown. */
export function isRunning({ pid, started }: Identity): boolean {
  return startOf(pid) === started;
}

/** Returns true if the process runs. If its start is unknown, returns true if its number is in use. */
export function mayBeRunning(identity: Identity): boolean {
  return identity.started === UNKNOWN ? isThere(identity.pid) : isRunning(identity);
}

function startByPs(pid: number): string | null {
  const words = ["-o", "stat=,lstart=", "-p", String(pid)];
  const text = attempt(() =>
    execFileSync("ps", words, { encoding: "utf8", stdio: "pipe", timeout: 10_000 }),
  );
  const [state, ...started] = text?.trim().split(/\s+/) ?? [];
  return state === undefined || state.startsWith("Z") ? null : started.join(" ");
}
