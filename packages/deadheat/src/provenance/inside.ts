import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is this folder or below it; both are absolute and real. */
export function inside(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from !== ".." && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}
