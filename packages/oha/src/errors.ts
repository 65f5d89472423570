/**
 * Why a run of oha gave no figures.
 *
 * - `spawn`: it could not be started.
 * - `exit`: it ended with a code other than 0.
 * - `signal`: something outside killed it.
 * - `output`: it ended well, but did not print the JSON that oha prints.
 * - `deadline`: it outlived its hard deadline and was killed.
 * - `aborted`: the caller's signal was raised and it was killed.
 */
export type OhaErrorCode = "spawn" | "exit" | "signal" | "output" | "deadline" | "aborted";

/** A run of oha that gave no figures. It never comes back as a number instead. */
export class OhaError extends Error {
  override readonly name = "OhaError";
  readonly code: OhaErrorCode;
  /** The last few KiB that oha wrote to standard error; empty when it wrote nothing. */
  readonly stderr: string;

  constructor(
    code: OhaErrorCode,
    message: string,
    options: { stderr?: string; cause?: unknown } = {},
  ) {
    const stderr = (options.stderr ?? "").trim();
    super(
      stderr === "" ? message : `${message}\n${stderr}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.stderr = stderr;
  }
}

/** No usable oha, and no way left to get one. The message lists what was tried and what to do. */
export class OhaUnavailableError extends Error {
  override readonly name = "OhaUnavailableError";
  /** One sentence for each place that was looked at or way that was tried, in order. */
  readonly attempts: readonly string[];

  constructor(message: string, attempts: readonly string[], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.attempts = attempts;
  }
}
