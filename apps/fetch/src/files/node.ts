import { readFile, stat } from "node:fs/promises";
import type { Found } from "./found.ts";

/** Returns the file at `path`. Rejects if there is none. */
export async function find(path: string): Promise<Found> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error(`${path} is no file`);
  return { size: found.size, modified: found.mtimeMs, content: () => readFile(path) };
}
