import type { Found } from "./found.ts";

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
declare const Bun: {
  file(path: string): Blob & {
    stat(): Promise<{ isFile(): boolean; readonly size: number; readonly mtimeMs: number }>;
  };
};

/** Returns the file at `path`. Rejects if there is none. */
export async function find(path: string): Promise<Found> {
  const file = Bun.file(path);
  const found = await file.stat();
  if (!found.isFile()) throw new Error(`${path} is no file`);
  return { size: found.size, modified: found.mtimeMs, content: () => file };
}
