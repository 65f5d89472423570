/**
 * The reason why a run of oha gave no metrics:
 *
 * - `spawn`: oha could not be started.
 * - `exit`: oha exited with a code other than 0.
 * - `signal`: another process killed oha.
 * - `output`: oha exited with 0, but did not print its JSON.
 * - `deadline`: oha passed its deadline and was killed.
 * - `aborted`: the caller's signal was aborted and oha was killed.
 */
export type OhaErrorCode = "spawn" | "exit" | "signal" | "output" | "deadline" | "aborted";

/** A run of oha without metrics. Such a run never returns a number. */
export class OhaError extends Error {
  override readonly name = "OhaError";
  readonly code: OhaErrorCode;
  /** The last few KiB of oha's standard error; empty if oha wrote nothing. */
  readonly stderr: string;

  constructor(
    code: OhaErrorCode,
    message: string,
    options: { stderr?: string; cause?: unknown } = {},
  ) {
    const stderr = (options.stderr ?? "").trim();
    super(stderr === "" ? message : `${message}\n${stderr}`, options);
    this.code = code;
    this.stderr = stderr;
  }
}

/**
 * The error when there is no usable oha and none could be obtained. The message lists the attempts and the remedies.
 */
export class OhaUnavailableError extends Error {
  override readonly name = "OhaUnavailableError";
  /** One sentence per place searched or way tried, in order. */
  readonly attempts: readonly string[];

  constructor(message: string, attempts: readonly string[], cause?: unknown) {
    super(message, { cause });
    this.attempts = attempts;
  }
}
