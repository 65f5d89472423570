import { join } from "node:path";
import { messageOf, EnvironmentError, environmentErrorOf } from "@deadheat/journal";

/** A result that was measured, and could not be written. The exit code is 3. */
export class NotWritten<T = unknown> extends EnvironmentError {
  override readonly name = "NotWritten";
  /** The result, as the function would have returned it. Its files may be missing. */
  readonly measured: T;

  /** @param journals the folder of the rounds; null if there are none */
  constructor(measured: T, journals: string | null, cause: unknown) {
    const why = environmentErrorOf(cause)?.message ?? messageOf(cause);
    const kept = journals === null ? "" : `\nAll rounds are kept in ${journals}.`;
    super(`The result could not be written: ${why}${kept}`, { cause });
    this.measured = measured;
  }
}

/**
 * Writes a result, and returns it.
 * @param out the folder of the run
 * @throws NotWritten, whatever goes wrong: a full disk, or a document that does not match its own schema
 */
export async function writing<T>(
  measured: T,
  out: string,
  write: () => unknown,
  hasJournals = true,
): Promise<T> {
  try {
    await write();
    return measured;
  } catch (error) {
    throw new NotWritten(measured, hasJournals ? join(out, "journal") : null, error);
  }
}

/** Waits for a result. One that could not be written is returned too, with the error. */
export async function measuredBy<T>(
  work: Promise<T>,
): Promise<{ readonly measured: T; readonly failure: NotWritten | null }> {
  try {
    return { measured: await work, failure: null };
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    return { measured: error.measured as T, failure: error };
  }
}
