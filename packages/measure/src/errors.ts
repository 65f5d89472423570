import { OhaUnavailableError } from "@deadheat/oha";

/** The user stopped us: exit code 130, what is finished is kept. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  constructor(message = "interrupted") {
    super(message);
  }
}

/** The machine does not allow what is needed (a full disk, no process left): exit code 3. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

/** What the system says when it is not the code that is wrong (errno(3)), and what to do then. */
const environmental: Readonly<Record<string, string>> = {
  ENOSPC: "free some space",
  EDQUOT: "free some space, or ask for a larger quota",
  EFBIG: "raise the largest size of a file (ulimit -f)",
  EROFS: "write elsewhere with --out",
  EACCES: "write elsewhere with --out, or mend the permissions",
  EPERM: "write elsewhere with --out, or mend the permissions",
  EIO: "look at the disk: `dmesg` may say more",
  EMFILE: "allow more open files (ulimit -n 4096)",
  ENFILE: "close other programs: the system has no open file left",
  ENOMEM: "close other programs: there is no memory left",
  EAGAIN: "close other programs, or allow more processes (ulimit -u)",
};

/** These are said of other things than files too, where the advice would be wrong. */
const aboutFiles = new Set(["EROFS", "EACCES", "EPERM"]);

/**
 * The EnvironmentError behind something that was thrown: it itself, or what the system said of it or
 * of one of its causes; null when it is something else.
 */
export function environmentErrorOf(error: unknown): EnvironmentError | null {
  if (error instanceof OhaUnavailableError)
    return new EnvironmentError(error.message, { cause: error });
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EnvironmentError) return cause;
    const { code = "", path } = cause as NodeJS.ErrnoException;
    const advice = Object.hasOwn(environmental, code) ? environmental[code] : undefined;
    if (advice === undefined || (aboutFiles.has(code) && path === undefined)) continue;
    const where = path === undefined || cause.message.includes(path) ? "" : ` (${path})`;
    return new EnvironmentError(`${cause.message}${where}: ${advice}`, { cause: error });
  }
  return null;
}
