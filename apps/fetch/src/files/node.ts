import { readFile, stat } from "node:fs/promises";
import type { Found } from "./found.ts";

/** Rejects where there is no such file. */
export async function find(path: string): Promise<Found> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error(`${path} is no file`);
  return { size: found.size, modified: found.mtimeMs, content: () => readFile(path) };
}
