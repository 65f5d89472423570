import { lstatSync, statSync } from "node:fs";
import process from "node:process";

/**
 * Returns why a folder is not this user's alone; null if it is, or is not there yet. Whoever can write to it decides what
 * we run and which files we write. A user's own group, as many systems give each user one, is nobody else.
 * @param follow whether a link counts as the folder that it leads to
 */
export function notPrivate(path: string, follow = true): string | null {
  if (process.getuid === undefined) return null;
  const stat = (follow ? statSync : lstatSync)(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isDirectory()) return "is no folder";
  if (stat.uid !== process.getuid()) return "belongs to another user";
  const group = stat.gid === stat.uid ? 0 : 0o020;
  return (stat.mode & (0o002 | group)) === 0 ? null : "can be written by other users";
}
