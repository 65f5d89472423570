import { isAbsolute, relative, sep } from "node:path";

/** Returns whether a path is a folder or lies below the folder. Both must be absolute and real. */
export function inside(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from !== ".." && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}
