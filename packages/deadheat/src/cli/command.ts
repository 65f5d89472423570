import process from "node:process";
import { UsageError } from "@deadheat/journal";
import { ComparisonFailed } from "../errors.ts";
import { environmentErrorOf, Interrupted } from "@deadheat/measure";
import type { Io } from "./io.ts";
import { printable } from "@deadheat/report/format";
import { fill } from "@deadheat/report/wrap";
import { stopOnSignals } from "./signals.ts";

/**
 * 0: all well; 1: something failed; 2: the command was misused; 3: the machine or an entrant did not allow it (a
 * full disk, another run, a block that is void); 4: a gate that is undecided; 130: interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

/** A command from its first line to its exit code. Never throws: what goes wrong is said on standard error. */
export async function runCommand(work: (io: Io) => Promise<ExitCode>): Promise<ExitCode> {
  const stopping = stopOnSignals();
  const io = ioOf(stopping.signal);
  try {
    return await work(io);
  } catch (error) {
    return explain(error, io);
  } finally {
    stopping.restore();
  }
}

function explain(error: unknown, io: Io): ExitCode {
  if (error instanceof Interrupted || io.signal.aborted) {
    io.note("deadheat: interrupted");
    return 130;
  }
  if (error instanceof UsageError || error instanceof ComparisonFailed) {
    io.note(`deadheat: ${error.message}`);
    return error instanceof UsageError ? 2 : 3;
  }
  const environment = environmentErrorOf(error);
  if (environment) {
    io.note(`deadheat: ${environment.message}`);
    return 3;
  }
  io.note(`deadheat: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return 1;
}

function ioOf(signal: AbortSignal): Io {
  const { stdout, stderr } = process;
  // The terminal may be closed, or `| head` have read enough, in the middle of a run.
  for (const stream of [stdout, stderr]) stream.on("error", () => {});
  return {
    stdout,
    stderr,
    terminal: stderr.isTTY === true,
    // A terminal that does not know its width says 0.
    columns: stderr.columns || 80,
    color: stdout.isTTY === true && process.env.NO_COLOR === undefined,
    signal,
    note: (line) => {
      const text = printable(line);
      // What reads a pipe looks for whole lines.
      stderr.write(`${stderr.isTTY ? fill(text, stderr.columns || 80) : text}\n`);
    },
  };
}
