/** A mistake of the user, shown as one message without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the result of `work`; null if it throws. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
