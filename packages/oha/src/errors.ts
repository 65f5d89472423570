import { EnvironmentError } from "@deadheat/journal";

/** A run of oha without metrics, because oha failed or was killed. */
export class OhaError extends Error {
  override readonly name = "OhaError";

  /** @param options.stderr the end of oha's standard error, which the message shows */
  constructor(message: string, options: { stderr?: string; cause?: unknown } = {}) {
    const stderr = (options.stderr ?? "").trim();
    super(stderr === "" ? message : `${message}\n${stderr}`, options);
  }
}

/** The error when no usable oha was found or obtained. The message lists the attempts and the remedies. */
export class OhaUnavailableError extends EnvironmentError {
  override readonly name = "OhaUnavailableError";
}
