/** The user's mistake: shown as one message without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The user stopped us: exit code 130, what is finished is kept. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor(message = "interrupted") {
    super(message);
  }
}

/** What to tell of anything that was thrown, in one line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
