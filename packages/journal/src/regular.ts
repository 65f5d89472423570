import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { attempt, messageOf } from "./errors.ts";

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
