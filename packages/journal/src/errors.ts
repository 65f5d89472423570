/** The user's mistake: shown as one message without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What to tell of anything that was thrown, in one line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
