import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "@deadheat/journal";
import { describeGit } from "deadheat/parts";
import { digest, harness } from "../cells/sources.ts";
import type { TargetPlan } from "../plan/build.ts";
import { appsDirectory, calibrationDirectory, root } from "../targets/project.ts";

/** The inputs of a task that must be the same on every machine: the clone and its tools. */
export interface Code {
  readonly commit: string | null;
  /** The SHA-256 of pnpm-lock.yaml. */
  readonly lockfile: string;
  /** The digest of both, of the code that measures and of the apps (also of uncommitted changes), and of the tools. */
  readonly digest: string;
}

export function codeOf({ tools }: Pick<Settings, "tools">): Code {
  const commit = describeGit(root)?.commit ?? null;
  const lockfile = sha256(readFileSync(join(root, "pnpm-lock.yaml")));
  const paths = harness.map((path) => join(root, path));
  const sources = digest([...paths, appsDirectory, calibrationDirectory]);
  return { commit, lockfile, digest: sha256(JSON.stringify([commit, lockfile, sources, tools])) };
}

/** Returns the digest of a plan, without the parts of the settings that differ by machine. */
export function planDigest(settings: Settings, plan: Omit<TargetPlan, "targets">): string {
  const { duets, costs, sweeps, openLoops, seed } = plan;
  const load = { ...settings.load, workerThreads: null };
  const byMachine = { machine: null, tools: null, services: null };
  const cells = { duets, costs, sweeps, openLoops, seed };
  return sha256(JSON.stringify({ ...settings, ...byMachine, load, cells }));
}

/**
 * Returns the name of the queue for machines of one class with the same code. No other machine sees its tasks.
 * @param code the digest of the code
 */
export function queueName(machineClass: string, code: string): string {
  return `deadheat-${machineClass}-${code.slice(0, 16)}`;
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
