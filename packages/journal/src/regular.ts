import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { attempt, messageOf, UsageError } from "./errors.ts";

/**
 * Opens a regular file. Somebody else may have named or made the file, so nothing else is opened for longer than a look: a FIFO
 * would be waited for, a device has no end.
 * @param flags those of open(2)
 * @returns the file descriptor; null if the file is not regular
 * @throws the error of the system if it cannot be opened
 */
export function openRegular(path: string, flags = constants.O_RDONLY): number | null {
  // Without O_NONBLOCK, opening a FIFO waits for a writer (open(2)).
  const file = openSync(path, flags | (constants.O_NONBLOCK ?? 0), 0o666);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  return null;
}

/**
 * Returns the content of a regular file.
 * @param limit the most bytes that are read
 * @returns null if there is no such file, or it is not regular, or larger
 */
export function readRegular(path: string, limit: number): Buffer | null {
  const file = attempt(() => openRegular(path));
  if (file === null) return null;
  try {
    const stat = fstatSync(file);
    if (stat.size > limit) return null;
    const content = Buffer.alloc(stat.size);
    let read = 0;
    for (let more = -1; more !== 0 && read < content.length; read += more) {
      more = readSync(file, content, read, content.length - read, null);
    }
    return content.subarray(0, read);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

/** The most bytes of a text that a person, a project or deadheat itself has written. */
const LARGEST_TEXT = 2 ** 26;

/**
 * Returns the text of a regular file.
 * @param limit the most bytes that are read
 * @throws UsageError that says why the file cannot be read
 */
export function readText(path: string, limit = LARGEST_TEXT): string {
  const content = readRegular(path, limit);
  if (content !== null) return content.toString("utf8");
  throw new UsageError(`${path} cannot be read: ${whyUnread(path, limit)}`);
}

/**
 * Returns the text of a log: the whole, or of a longer one its start and its end.
 * @param each the most bytes of either
 */
export function readLog(path: string, each = 2 ** 20): string {
  const whole = readRegular(path, 2 * each);
  if (whole !== null) return whole.toString("utf8");
  const file = attempt(() => openRegular(path));
  if (file === null) return "";
  try {
    const part = Buffer.alloc(each);
    const at = (position: number) =>
      part.toString("utf8", 0, readSync(file, part, 0, each, position));
    return `${at(0)}\n${at(Math.max(0, fstatSync(file).size - each))}`;
  } finally {
    closeSync(file);
  }
}

/** Returns why `readRegular` could not read a file: words that follow on "cannot be read: ". */
export function whyUnread(path: string, limit: number): string {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return "it is a folder";
    if (!stat.isFile()) return "it is no regular file";
    if (stat.size > limit) return `it has more than ${Math.round(limit / 1e6)} MB`;
    closeSync(openSync(path, "r"));
    return "it changed meanwhile";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? "it does not exist" : messageOf(error);
  }
}
