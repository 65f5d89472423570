import { statfsSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@deadheat/journal";
import type { Warning } from "@deadheat/journal";
import { textOf } from "../system.ts";

// Checks that can fail before hours are spent.

/** The bytes of journal, result and reports per round: 3 kB as measured, with a generous margin. */
const BYTES_PER_ROUND = 16 * 1024;
const BYTES_AT_LEAST = 4 * 1024 * 1024;

/** The open files that a server or a generator needs besides its connections. */
const FILES_BESIDES = 100;

/**
 * Checks the free space and the limit of open files.
 * @throws EnvironmentError if the disk has no room for so many rounds, or a process may not open so many connections
 */
export function checkMachine(out: string, rounds: number, connections: number): void {
  const needed = BYTES_AT_LEAST + rounds * BYTES_PER_ROUND;
  const free = freeBytes(out);
  if (free < needed) {
    throw new EnvironmentError(
      `${out} has ${megabytes(free)} MB left and this run may need ${megabytes(needed)} MB. ` +
        "Free some space, or write elsewhere with --out",
    );
  }
  const files = openFileLimit();
  if (files < connections + FILES_BESIDES) {
    throw new EnvironmentError(
      `A process may open ${files} files, and ${connections} connections need ` +
        `${connections + FILES_BESIDES}. Allow more with ulimit -n 4096`,
    );
  }
}

/**
 * Returns the number of files that our processes may open. Node raises its limit from soft to hard at startup, and
 * children inherit that. Only the hard limit can be too low.
 */
export function openFileLimit(): number {
  // Elsewhere than on Linux, running out of files gives an error of its own.
  const limits = textOf("/proc/self/limits") ?? "";
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  return hard === undefined || hard === "unlimited" ? Infinity : Number(hard);
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export function limitWarnings(): Warning[] {
  const quota = cpuQuota();
  if (quota === null || quota >= os.cpus().length) return [];
  return [{ code: "cpu-quota", facts: { cpus: quota } }];
}

/** Returns the CPUs that the cgroups of this process allow; null without a limit. */
function cpuQuota(): number | null {
  const groups = (textOf("/proc/self/cgroup") ?? "").matchAll(/^\d+:([^:]*):(.*)$/gm);
  const quotas = [...groups].flatMap(([, controllers = "", path = "/"]) => {
    if (controllers !== "" && !controllers.split(",").includes("cpu")) return [];
    return foldersUp(join("/sys/fs/cgroup", controllers), path).flatMap(quotaIn);
  });
  return quotas.length === 0 ? null : Math.min(...quotas);
}

function foldersUp(mount: string, path: string): string[] {
  const parts = path.split("/").filter(Boolean);
  return Array.from({ length: parts.length + 1 }, (_, i) => join(mount, ...parts.slice(0, i)));
}

/**
 * Returns the CPUs that a cgroup allows, or nothing without a limit. cgroup v2 has `50000 100000` or `max 100000` in
 * cpu.max. v1 has the microseconds, or -1, and their period in two files.
 */
function quotaIn(folder: string): number[] {
  const [both, ...single] = ["cpu.max", "cpu.cfs_quota_us", "cpu.cfs_period_us"].map(
    (name) => textOf(join(folder, name)) ?? undefined,
  );
  const [quota = 0, period = 0] = (both ?? single.join(" ")).split(/\s+/).map(Number);
  return quota > 0 && period > 0 ? [quota / period] : [];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
