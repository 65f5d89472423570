import { EnvironmentError, messageOf, UsageError } from "@deadheat/journal";

export { ComparisonFailed } from "@deadheat/runner";

/** Both servers loaded the same code although the change touches it, so that a comparison would test nothing. */
export class NothingTested extends EnvironmentError {
  override readonly name = "NothingTested";
  readonly reason: string;
  constructor(reason: string) {
    super(`nothing was tested: ${reason}`);
    this.reason = reason;
  }
}

/** Nothing that the servers run or read differs, so that there is nothing to measure. A gate passes then. */
export class NothingRuns extends Error {
  override readonly name = "NothingRuns";
  /** The files that differ. */
  readonly files: readonly string[];
  constructor(files: readonly string[]) {
    super("nothing that runs has changed");
    this.files = files;
  }
}

/** Returns whether an error has a message for the user: a server, the network or the options are its cause, and not our code. */
export function isExplained(error: unknown): error is UsageError | EnvironmentError {
  return error instanceof UsageError || error instanceof EnvironmentError;
}

/** Returns what an error says in one line: its first line, and of the others, such as a server's last words, the telling one. */
export function inOneLine(error: unknown): string {
  const lines = messageOf(error)
    .split("\n")
    .map((line) => line.trim());
  const [first = "", ...others] = lines.filter((line) => line !== "");
  const telling =
    others.find((line) => /^(?:\w*Error|error|npm error)\b/.test(line)) ?? others[0] ?? "";
  return first.includes(telling) ? first : `${first} ${telling}`;
}
