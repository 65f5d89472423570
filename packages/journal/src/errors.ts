/** A mistake of the user, shown as one message without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The user interrupted the command. The exit code is 130, and finished work is kept. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  override readonly message = "interrupted";
}

/** Settles as `work` does. @throws Interrupted as soon as the signal aborts, though the work itself may go on */
export async function unlessInterrupted<T>(
  work: T | Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Interrupted());
  const working = Promise.resolve(work);
  // The loser of the race must not be an unhandled rejection.
  for (const one of [working, aborted]) one.catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([working, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The machine lacks what the command needs (a full disk, no process left). The exit code is 3. */
export class EnvironmentError extends Error {
  override readonly name: string = "EnvironmentError";
}

/** The advice for each error code of the system that is not the code's fault (errno(3)). */
const environmental: Readonly<Record<string, string>> = {
  ENOSPC: "free some space",
  EDQUOT: "free some space, or ask for a larger quota",
  EFBIG: "raise the largest size of a file (ulimit -f)",
  EROFS: "write elsewhere with --out",
  EACCES: "write elsewhere with --out, or fix the permissions",
  EPERM: "write elsewhere with --out, or fix the permissions",
  ELOOP: "remove the links that lead back to themselves",
  EISDIR: "remove the folder that stands in the place of the file, or write elsewhere with --out",
  ENOTDIR: "remove the file that stands in the place of a folder, or write elsewhere with --out",
  EEXIST: "remove the file that stands in the place of a folder, or write elsewhere with --out",
  ENAMETOOLONG: "use a shorter path",
  EIO: "check the disk, for example with `dmesg`",
  EMFILE: "allow more open files (ulimit -n 4096)",
  ENFILE: "close other programs: the system has no open file left",
  ENOMEM: "close other programs: there is no memory left",
  ERR_MODULE_NOT_FOUND:
    "install deadheat's dependencies again, and change node_modules only while nothing runs",
  EAGAIN: "close other programs, or allow more processes (ulimit -u)",
};

/** The codes whose advice is about files. Other resources can have the same codes. */
const aboutFiles = new Set(["EROFS", "EACCES", "EPERM", "EEXIST", "EISDIR", "ENOTDIR"]);

/** The codes of a folder that cannot be made. Node says ENOENT on some read-only file systems, too. */
const unmade = new Set(["ENOENT", "ENOTDIR", "EROFS", "EACCES", "EPERM"]);

function adviceFor(code: string, syscall: string): string | undefined {
  if (unmade.has(code) && /^(?:mkdir|mkdtemp)$/.test(syscall)) {
    return "name a folder that you may write to (TMPDIR, DEADHEAT_CACHE, DEADHEAT_STATE_DIR or --out)";
  }
  return Object.hasOwn(environmental, code) ? environmental[code] : undefined;
}

/** Returns the EnvironmentError behind a thrown value: itself, or one made from a system error among its causes. */
export function environmentErrorOf(error: unknown): EnvironmentError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EnvironmentError) return cause;
    const { code = "", path, syscall = "" } = cause as NodeJS.ErrnoException;
    const advice = adviceFor(code, syscall);
    if (advice === undefined || (aboutFiles.has(code) && path === undefined)) continue;
    const where = path === undefined || cause.message.includes(path) ? "" : ` (${path})`;
    return new EnvironmentError(`${cause.message}${where}: ${advice}`, { cause: error });
  }
  return null;
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
