import { WriteStream } from "node:tty";

/** The streams and the signal of a command. Commands use them instead of the process. */
export interface Io {
  /** The stream for the answer: tables, or with --json one document. */
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Whether standard error is a terminal, where progress may rewrite its line. */
  readonly terminal: boolean;
  readonly columns: number;
  readonly color: boolean;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
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
