import { statfsSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "../errors.ts";
import type { Warning } from "@deadheat/journal";
import { textOf } from "./system.ts";

// Checks that can fail before hours are spent.

/** The bytes of journal, result and reports per block: 3 kB as measured, with a generous margin. */
const BYTES_PER_BLOCK = 16 * 1024;
const BYTES_AT_LEAST = 4 * 1024 * 1024;

/** The open files that a server or a generator needs besides its connections. */
const FILES_BESIDES = 100;

/**
 * Checks the free space and the limit of open files.
 * @throws EnvironmentError if the disk has no room for so many blocks, or a process may not open so many connections
 */
export function checkMachine(out: string, blocks: number, connections: number): void {
  const needed = BYTES_AT_LEAST + blocks * BYTES_PER_BLOCK;
  const free = freeBytes(out);
  if (free < needed) {
    throw new EnvironmentError(
      `${out} has ${megabytes(free)} MB left and this run may need ${megabytes(needed)} MB: ` +
        "free some space, or write elsewhere with --out",
    );
  }
  const files = openFileLimit();
  if (files < connections + FILES_BESIDES) {
    throw new EnvironmentError(
      `a process may open ${files} files, and ${connections} connections need ` +
        `${connections + FILES_BESIDES}: allow more (ulimit -n 4096)`,
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
  const message =
    `a cgroup limits this machine to ${quota.toFixed(2)} CPUs: servers and generators are ` +
    "paused together in every period";
  return [{ code: "cpu-quota", message }];
}

/** Returns the CPUs that the cgroups of this process allow; null without a limit. */
function cpuQuota(): number | null {
  const groups = (textOf("/proc/self/cgroup") ?? "").matchAll(/^\d+:([^:]*):(.*)$/gm);
  const quotas = [...groups].flatMap(([, controllers = "", path = "/"]) => {
    if (controllers === "") return foldersUp("/sys/fs/cgroup", path).map(quotaV2);
    if (!controllers.split(",").includes("cpu")) return [];
    return foldersUp(`/sys/fs/cgroup/${controllers}`, path).map(quotaV1);
  });
  const known = quotas.filter((quota) => quota !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function foldersUp(mount: string, path: string): string[] {
  const parts = path.split("/").filter(Boolean);
  return Array.from({ length: parts.length + 1 }, (_, i) => join(mount, ...parts.slice(0, i)));
}

/** Reads cpu.max of cgroup v2: `50000 100000`, or `max 100000`. */
function quotaV2(folder: string): number | null {
  const [quota, period] = numbersIn(join(folder, "cpu.max"));
  return quota !== undefined && period !== undefined ? quota / period : null;
}

/** Reads the quota of cgroup v1: microseconds per period, or -1 without a limit. */
function quotaV1(folder: string): number | null {
  const [quota] = numbersIn(join(folder, "cpu.cfs_quota_us"));
  const [period] = numbersIn(join(folder, "cpu.cfs_period_us"));
  return quota !== undefined && quota > 0 && period !== undefined ? quota / period : null;
}

function numbersIn(file: string): number[] {
  const numbers = (textOf(file)?.trim().split(/\s+/) ?? []).map(Number);
  return numbers.every(Number.isFinite) ? numbers : [];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
