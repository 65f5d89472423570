import { spawn } from "node:child_process";
import { createWriteStream, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { finished } from "node:stream/promises";
import * as v from "valibot";
import { toEnvironment, type Context } from "./context.ts";
import { EnvironmentError, environmentErrorOf, UsageError } from "./errors.ts";
import type { Target } from "./manifest.ts";
import { diesWithParent, pinned } from "./measure/pinning.ts";
import { root } from "./project.ts";
import { endOwn, remember } from "./state/processes.ts";

/** What became of one task. */
export interface TaskOutcome {
  readonly target: string;
  /** Turbo's hash: the key under which a journal is cached. */
  readonly hash: string;
  /** Nothing was measured: turbo put an earlier journal back in its place. */
  readonly replayed: boolean;
}

/** Whether tasks may be replayed, and whether what they leave is kept for a replay. */
export interface CacheUse {
  readonly read: boolean;
  readonly write: boolean;
}

/** turbo's run summary (`--summarize`), as far as it is used here. */
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
 * Lets turbo run the tasks of `targets`, one at a time, on the CPUs that serve nothing, or put
 * their journals back from its cache. A failed task does not keep the others from running.
 * When `signal` aborts, turbo is told to end its task and start no other; settles when it is gone.
 * @throws EnvironmentError when turbo cannot work, was killed, or a task found the machine unfit: its
 * processes are gone by then, and what they have journalled is kept.
 */
export async function runTurbo(
  targets: readonly Target[],
  context: Context,
  options: { readonly cache: CacheUse; readonly log: string; readonly signal: AbortSignal },
): Promise<TaskOutcome[]> {
  const tasks = new Map(targets.map((target) => [taskId(target), target.name]));
  const words = [
    ...diesWithParent(),
    ...pinned(context.settings.machine.pinning, "generators"),
    turboBinary(),
    "run",
    ...tasks.keys(),
    "--concurrency=1",
    "--continue=always",
    "--summarize",
    "--ui=stream",
    "--log-prefix=none",
    "--output-logs=full",
    `--cache=local:${options.cache.read ? "r" : ""}${options.cache.write ? "w" : ""}`,
  ];
  const [program, ...args] = words as [string, ...string[]];
  const log = createWriteStream(options.log, { flags: "a" });
  const child = spawn(program, args, {
    cwd: root,
    env: { ...environment(), ...toEnvironment(context) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise<Error | null>((resolve) => {
    child.once("error", resolve);
    child.once("close", () => resolve(null));
    // Turbo waits for its tasks, unless it was killed: then they hold its pipes open.
    child.once("exit", (_, killedBy) => {
      if (killedBy !== null) void endOwn();
    });
  });
  const forget = child.pid === undefined ? () => {} : remember(child.pid, "turbo");
  let printed = "";
  const keep = (text: string) => {
    printed = (printed + text).slice(-20_000);
    log.write(text);
  };
  // The log is a convenience: a disk that is full says so where it matters.
  log.on("error", () => {});
  child.stdout?.setEncoding("utf8").on("data", keep);
  child.stderr?.setEncoding("utf8").on("data", keep);
  // SIGINT: turbo passes it on to its task and starts no other.
  const interrupt = () => child.kill("SIGINT");
  if (options.signal.aborted) interrupt();
  options.signal.addEventListener("abort", interrupt, { once: true });
  const failure = await ended;
  forget();
  options.signal.removeEventListener("abort", interrupt);
  log.end();
  await finished(log).catch(() => {});
  await endOwn();
  if (failure) throw environmentErrorOf(failure) ?? failure;
  if (options.signal.aborted) return [];
  if (child.signalCode !== null)
    throw new EnvironmentError(
      `turbo was killed by ${child.signalCode}. What is finished is kept: add --resume to go on with it.`,
    );
  return readSummary(printed, tasks, options.log);
}

/** The task that measures a target: its app's package and the script of its runtime. */
export function taskId(target: Target): string {
  const file = join(target.directory, "package.json");
  const { name, scripts } = JSON.parse(readFileSync(file, "utf8")) as {
    name?: string;
    scripts?: Record<string, string>;
  };
  const script = `bench:${target.runtime}`;
  if (scripts?.[script] === undefined) {
    throw new UsageError(
      `${file}: scripts: add "${script}": "node ../../bench/deadheat.mjs measure ${target.runtime}"`,
    );
  }
  return `${name}#${script}`;
}

function readSummary(
  printed: string,
  tasks: ReadonlyMap<string, string>,
  log: string,
): TaskOutcome[] {
  const file = /^\s*Summary:\s+(\S+\.json)\s*$/m.exec(printed)?.[1];
  if (file === undefined) {
    throw new EnvironmentError(
      `turbo could not run the tasks; its last words:\n${printed.slice(-2000).trim()}\n(${log})\n` +
        "If it misses pnpm, start the command as `npx -y pnpm@12.21.0 bench`.",
    );
  }
  const summary = v.parse(summarySchema, JSON.parse(readFileSync(file, "utf8")));
  // Turbo keeps one for every run, for ever.
  rmSync(file, { force: true });
  if (summary.tasks.some(({ execution }) => execution?.exitCode === 3)) {
    throw new EnvironmentError(lastWords(printed) ?? `a task could not work: see ${log}`);
  }
  return summary.tasks.flatMap(({ taskId: id, hash, cache }) => {
    const target = tasks.get(id);
    return target === undefined ? [] : [{ target, hash, replayed: cache.status === "HIT" }];
  });
}

/** What a task said of the machine, as command.ts prints it. */
function lastWords(printed: string): string | undefined {
  return /^deadheat: (.*)$/m.exec(stripVTControlCharacters(printed))?.[1];
}

/** The native program: its JavaScript shim would keep our signals to itself. */
export function turboBinary(): string {
  const platform = { darwin: "darwin", win32: "windows" }[process.platform as string] ?? "linux";
  const name = `@turbo/${platform}-${process.arch === "arm64" ? "arm64" : "64"}`;
  const require = createRequire(join(root, "package.json"));
  try {
    const turbo = createRequire(require.resolve("turbo/package.json"));
    return join(dirname(turbo.resolve(`${name}/package.json`)), "bin", "turbo");
  } catch {
    throw new UsageError(`turbo is not installed: run \`npx -y pnpm@12.21.0 install\``);
  }
}

/** Turbo starts `pnpm run`, which is not on PATH when pnpm itself came through npx. */
function environment(): NodeJS.ProcessEnv {
  const pnpm = process.env.npm_execpath;
  const folder = pnpm !== undefined && basename(pnpm).startsWith("pnpm") ? [dirname(pnpm)] : [];
  return {
    ...process.env,
    // A figure belongs to this machine: it is neither sent to a remote cache nor taken from one.
    TURBO_API: "",
    TURBO_TOKEN: "",
    PATH: [...folder, process.env.PATH ?? ""].join(delimiter),
    // Nothing is installed in the middle of a run.
    pnpm_config_verify_deps_before_run: "false",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
  };
}
