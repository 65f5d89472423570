/** What a command may write to, and what stops it: no command touches the process itself. */
export interface Io {
  /** The answer: tables, or with --json one document. */
  readonly stdout: NodeJS.WritableStream;
  /** Everything else. */
  readonly stderr: NodeJS.WritableStream;
  /** Standard error is a terminal: progress may rewrite its line. */
  readonly terminal: boolean;
  readonly columns: number;
  readonly color: boolean;
  readonly signal: AbortSignal;
  /** One line to standard error. */
  readonly note: (line: string) => void;
}
