import process from "node:process";
import { WriteStream } from "node:tty";
import { UsageError, environmentErrorOf, Interrupted, wholeEnvironment } from "@deadheat/journal";
import { printable } from "@deadheat/report/format";
import { fill } from "@deadheat/report/wrap";
import type { Note } from "../step.ts";
import { isFile, wantsColor } from "./colors.ts";
import { liveLine, type LiveLine } from "./live-line.ts";

/** The streams and the signal of a command. Commands use them instead of the process. */
export interface Io {
  /** The stream for the answer: tables, or with --json one document. */
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly color: boolean;
  readonly signal: AbortSignal;
  /** Writes a line on standard error. On a terminal each step rewrites the line of the step before. */
  readonly note: Note;
}

/** Returns the width of the terminal that shows standard output; null if standard output is not a terminal. */
export function widthOf({ stdout }: Io): number | null {
  // A terminal that does not know its width reports 0.
  return stdout instanceof WriteStream && stdout.isTTY ? stdout.columns || 80 : null;
}

/** Returns the width of sentences: 80 characters, or fewer in a narrower terminal. */
export function sentencesWidthOf(io: Io): number {
  return Math.min(80, widthOf(io) ?? 80);
}

/**
 * The exit code of a command. 0: everything succeeded. 1: something failed. 2: the command was misused. 3: the machine or
 * a server did not allow the measurement (a full disk, another run, a void round). 4: a gate is undecided. 130: interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

/** Runs a command and returns its exit code. Never throws: an error becomes a message on standard error. */
export async function runCommand(work: (io: Io) => Promise<ExitCode>): Promise<ExitCode> {
  const stopping = stopOnSignals();
  const live = process.stderr.isTTY ? liveLine(process.stderr, stderrColumns) : null;
  const written = watchOutput();
  const io = ioOf(stopping.signal, live);
  const clear = () => live?.clear();
  // A second signal ends the process at once.
  process.on("exit", clear);
  try {
    const code = await work(io);
    const failure = await written();
    if (failure === null) return code;
    clear();
    io.note(`deadheat: standard output could not be written: ${failure.message}`);
    return code === 0 || code === 4 ? 3 : code;
  } catch (error) {
    clear();
    return explain(error, io);
  } finally {
    clear();
    process.off("exit", clear);
    stopping.restore();
  }
}

/**
 * Returns a function that waits until standard output is written, and returns why that failed; null if all is well. A reader
 * that has stopped, as `| head` does, is no failure.
 */
function watchOutput(): () => Promise<Error | null> {
  const { stdout } = process;
  let failure: NodeJS.ErrnoException | null = null;
  stdout.on("error", (error) => (failure ??= error));
  return async () => {
    // The callback comes after the error of an earlier write.
    await new Promise<void>((resolve) => void stdout.write("", () => resolve()));
    return failure?.code === "EPIPE" ? null : failure;
  };
}

/** Stops the work in order at the first signal, and at once at the second. */
function stopOnSignals(): { signal: AbortSignal; restore: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Interrupted());
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: controller.signal,
    restore: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

function explain(error: unknown, io: Io): ExitCode {
  if (error instanceof Interrupted || io.signal.aborted) {
    io.note("deadheat: interrupted");
    return 130;
  }
  const known = error instanceof UsageError ? error : environmentErrorOf(error);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.note(`deadheat: ${known?.message ?? stack}`);
  if (known === null) return 1;
  return known instanceof UsageError ? 2 : 3;
}

/** A terminal that does not know its width reports 0. */
const stderrColumns = (): number => process.stderr.columns || 80;

function ioOf(signal: AbortSignal, live: LiveLine | null): Io {
  const { stdout, stderr } = process;
  // During a run the terminal may close.
  stderr.on("error", () => {});
  return {
    // Whoever writes the answer writes it after the progress.
    get stdout() {
      live?.clear();
      return stdout;
    },
    stderr,
    color: wantsColor(process.argv.slice(2), wholeEnvironment(), {
      isTerminal: stdout.isTTY === true,
      isFile: isFile(1),
    }),
    signal,
    note: (line, step) => {
      const text = printable(line);
      // The reader of a pipe looks for whole lines, so only a terminal gets wrapped ones.
      if (live === null) stderr.write(`${text}\n`);
      else if (step) live.show(step);
      else live.above(() => stderr.write(`${fill(text, stderrColumns())}\n`));
    },
  };
}
