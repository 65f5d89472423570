import { spawn, type ChildProcess } from "node:child_process";
import { ohaArguments } from "./arguments.ts";
import { withLists } from "./lists.ts";
import { OhaError } from "../errors.ts";
import { closed, killGroup } from "../kill.ts";
import { DEFAULT_TIMEOUT_SECONDS, type Load } from "../load.ts";
import { readOhaJson } from "../read/read.ts";
import { withStdev } from "./requests.ts";
import type { LoadResult } from "../read/result.ts";

export interface RunOptions {
  /** A command to put before oha, for example `["taskset", "-c", "0"]`. */
  prefix?: readonly string[] | undefined;
  /** A signal that kills oha when it is aborted. The run then rejects. */
  signal?: AbortSignal | undefined;
  /** Called once with oha's process id, or with the id of the prefix, which execs oha */
  onSpawn?: ((pid: number) => void) | undefined;
  /** true for the standard deviation of the latency too. Needs Node >= 22.13, and oha takes a little longer to end. */
  stdev?: boolean | undefined;
  /** The seconds after which oha is killed; by default the time of the load plus its time-out plus 15. */
  deadlineSeconds?: number | undefined;
}

const GRACE_SECONDS = 15;
const STDOUT_LIMIT = 4 * 1024 * 1024;
const STDERR_TAIL = 4096;

/**
 * Runs one load and reads its metrics. oha has its own process group, so that Ctrl-C in a terminal does not reach it:
 * it would print a partial result and exit 0. To stop it, abort `signal`. Before the promise settles, the child has
 * ended and its output is read.
 * @throws RangeError if the load is invalid (see `ohaArguments`).
 * @throws OhaError if there are no metrics. Metrics that may not be used are returned with `void` set.
 */
export async function runOha(
  oha: { readonly path: string },
  load: Load,
  options: RunOptions = {},
): Promise<LoadResult> {
  const deadline = options.deadlineSeconds ?? defaultDeadline(load);
  return withLists(load, async (lists) => {
    const planned = ohaArguments(load, lists);
    const run = async (recording: readonly string[]) => {
      const words = [...(options.prefix ?? []), oha.path, ...recording, ...planned];
      const text = await collect(words, deadline, options);
      return readOhaJson(text, load.expectedStatus ?? 200, load);
    };
    return options.stdev === true ? withStdev(run) : run([]);
  });
}

function defaultDeadline(load: Load): number {
  const seconds = load.mode === "closed" ? load.seconds : load.requests / load.ratePerSecond;
  return seconds + (load.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) + GRACE_SECONDS;
}

/** Returns the standard output of a command that exits with 0, and throws an OhaError otherwise. */
async function collect(
  words: readonly string[],
  deadlineSeconds: number,
  { signal, onSpawn }: RunOptions,
): Promise<string> {
  if (signal?.aborted === true) throw aborted(signal);
  const [command, ...args] = words as [string, ...string[]];
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  // The error of whatever ended the child early; the first one wins.
  let ended: OhaError | undefined;
  const end = (error: OhaError) => {
    ended ??= error;
    killGroup(child);
  };
  const onAbort = () => end(aborted(signal as AbortSignal));
  const late = `oha still ran after its deadline of ${deadlineSeconds} s and was killed`;
  const timer = setTimeout(() => end(new OhaError(late)), deadlineSeconds * 1000);
  signal?.addEventListener("abort", onAbort, { once: true });
  const output = gather(child, () => end(new OhaError("oha printed more than 4 MiB")));
  const ending = closed(child);
  try {
    if (child.pid !== undefined) onSpawn?.(child.pid);
    const [code, killedBy] = await ending.catch((cause: Error) => {
      throw new OhaError(`oha could not be started: ${cause.message}`, { cause });
    });
    const stderr = output.stderr();
    if (ended !== undefined) {
      throw new OhaError(ended.message, { stderr, cause: ended.cause });
    }
    if (killedBy !== null) throw new OhaError(`oha was killed by ${killedBy}`, { stderr });
    if (code !== 0) throw new OhaError(`oha exited with code ${code}`, { stderr });
    return output.stdout();
  } finally {
    // Only if the callback threw does the child still run.
    killGroup(child);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

function gather(child: ChildProcess, tooMuch: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  let tail = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > STDOUT_LIMIT) tooMuch();
    else chunks.push(chunk);
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    tail = (tail + chunk).slice(-STDERR_TAIL);
  });
  return { stdout: () => Buffer.concat(chunks).toString("utf8"), stderr: () => tail };
}

function aborted(signal: AbortSignal): OhaError {
  return new OhaError("the run of oha was aborted", { cause: signal.reason });
}
