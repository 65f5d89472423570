import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import type { Context } from "./context.ts";
import { attempt, UsageError, EnvironmentError } from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";
import { root } from "../targets/project.ts";
import { START_WITH_PNPM } from "./pnpm.ts";
import { turboEnvironment, type RemoteCache } from "./remote-cache.ts";
import { lastWords, runLogged, type LogOptions } from "./logged.ts";

export interface TaskState {
  readonly target: string;
  /** The key under which turbo keeps the journal. */
  readonly hash: string;
  /** True if turbo has a journal, or has restored it. */
  readonly cached: boolean;
}

interface CacheUse {
  readonly read: boolean;
  readonly write: boolean;
  /** null if only the cache of this clone is used. */
  readonly remote: RemoteCache | null;
}

interface TurboOptions extends LogOptions {
  readonly cache: CacheUse;
  /** Reports turbo's warning about a remote cache that fails. Turbo continues without the cache. */
  readonly warn: (words: string) => void;
}

/** The fields of turbo's run summary (`--summarize`, `--dry=json`) that are used here. */
const summarySchema = v.object({
  tasks: v.array(
    v.object({
      taskId: v.string(),
      hash: v.string(),
      cache: v.object({ status: v.string() }),
      execution: v.optional(v.object({ exitCode: v.optional(v.number()) })),
    }),
  ),
});

/**
 * Looks up the key under which turbo would keep each target's journal, and whether turbo has the journal. Runs no task.
 * @throws EnvironmentError if turbo does not work
 */
export async function lookUp(
  targets: readonly Target[],
  context: Context,
  options: TurboOptions,
): Promise<TaskState[]> {
  const tasks = tasksOf(targets);
  const file = `${options.log}.json`;
  try {
    const words = ["run", ...tasks.keys(), "--dry=json", "--ui=stream"];
    const printed = await turbo(words, context, { ...options, log: file });
    if (options.signal.aborted) return [];
    return statesOf(readSummary(file) ?? refuse(printed, file), tasks);
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Lets turbo run the tasks of `targets` on the generators' CPUs, or restore their journals from its cache. If a task fails,
 * the others still run. If `signal` aborts, turbo ends its tasks and starts no other. Settles after turbo has ended.
 * @throws EnvironmentError if turbo cannot run or was killed, or if a task exits with 3. Finished rounds are kept.
 */
export async function runTurbo(
  targets: readonly Target[],
  context: Context,
  options: TurboOptions,
): Promise<TaskState[]> {
  const tasks = tasksOf(targets);
  // Journals are only copied, so several tasks may run.
  const logs = ["--ui=stream", "--log-prefix=none", "--output-logs=full"];
  const words = [
    "run",
    ...tasks.keys(),
    "--concurrency=4",
    "--continue=always",
    "--summarize",
    ...logs,
  ];
  const printed = await turbo(words, context, options);
  if (options.signal.aborted) return [];
  const file = /^\s*Summary:\s+(\S+\.json)\s*$/m.exec(printed)?.[1] ?? "";
  const summary = readSummary(file) ?? refuse(printed, options.log);
  // Turbo never deletes these files.
  rmSync(file, { force: true });
  if (summary.tasks.some(({ execution }) => execution?.exitCode === 3)) {
    throw new EnvironmentError(
      lastWords(printed) ?? `a task could not measure. See ${options.log}`,
    );
  }
  return statesOf(summary, tasks);
}

const REMOTE_WARNING = /^\s*WARNING\s+(?:• )?(.*(?:remote cach|to the cache|artifact)[^(:]*)/im;

async function turbo(
  words: readonly string[],
  context: Context,
  options: TurboOptions,
): Promise<string> {
  const { read, write, remote } = options.cache;
  const local = `local:${read ? "r" : ""}${write ? "w" : ""}`;
  const far = `remote:${read ? "r" : ""}${write && !remote?.readOnly ? "w" : ""}`;
  const all = [turboBinary(), ...words, `--cache=${remote ? `${local},${far}` : local}`];
  const env = remote ? turboEnvironment(remote) : {};
  const { printed } = await runLogged("turbo", all, root, context, { ...options, env });
  // The warning ends with an address, which is left out.
  const [, warning] = REMOTE_WARNING.exec(stripVTControlCharacters(printed)) ?? [];
  if (remote && warning !== undefined) options.warn(warning.trim());
  return printed;
}

function tasksOf(targets: readonly Target[]): Map<string, string> {
  return new Map(targets.map((target) => [taskId(target), target.name]));
}

/** Returns the id of the task that measures a target: its app's package and the script of its runtime. */
export function taskId(target: Target): string {
  const file = join(target.directory, "package.json");
  const { name, scripts } = JSON.parse(readFileSync(file, "utf8")) as {
    name?: string;
    scripts?: Record<string, string>;
  };
  const script = `measure:${target.runtime}`;
  if (scripts?.[script] === undefined) {
    throw new UsageError(
      `${file} has no script ${script}. Add "${script}": "node ../../bench/deadheat.mjs measure ${target.runtime}"`,
    );
  }
  return `${name}#${script}`;
}

type Summary = v.InferOutput<typeof summarySchema>;

function statesOf({ tasks }: Summary, names: ReadonlyMap<string, string>): TaskState[] {
  return tasks.flatMap(({ taskId: id, hash, cache }) => {
    const target = names.get(id);
    return target === undefined ? [] : [{ target, hash, cached: cache.status === "HIT" }];
  });
}

function readSummary(file: string): Summary | null {
  const text = attempt(() => readFileSync(file, "utf8")) ?? "";
  const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  const found = v.safeParse(
    summarySchema,
    attempt(() => JSON.parse(json) as unknown),
  );
  return found.success ? found.output : null;
}

function refuse(printed: string, log: string): never {
  throw new EnvironmentError(
    `turbo could not run the tasks. Its last output:\n${printed.slice(-2000).trim()}\n(${log})\n` +
      `If turbo cannot find pnpm, ${START_WITH_PNPM}.`,
  );
}

/** Returns the path of turbo's native program, because turbo's JavaScript wrapper does not pass signals on. */
export function turboBinary(): string {
  const platform = process.platform === "darwin" ? "darwin" : "linux";
  const name = `@turbo/${platform}-${process.arch === "arm64" ? "arm64" : "64"}`;
  const require = createRequire(join(root, "package.json"));
  try {
    const installed = createRequire(require.resolve("turbo/package.json"));
    return join(dirname(installed.resolve(`${name}/package.json`)), "bin", "turbo");
  } catch {
    throw new UsageError(`turbo is not installed. Run \`npx -y pnpm@12.21.0 install\``);
  }
}
