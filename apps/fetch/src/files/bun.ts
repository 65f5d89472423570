import type { Found } from "./found.ts";

/** What is used of Bun here; its own types clash with those of Node and Deno. */
declare const Bun: {
  file(path: string): Blob & {
    stat(): Promise<{ isFile(): boolean; readonly size: number; readonly mtimeMs: number }>;
  };
};

/** Rejects where there is no such file. */
export async function find(path: string): Promise<Found> {
  const file = Bun.file(path);
  const found = await file.stat();
  if (!found.isFile()) throw new Error(`${path} is no file`);
  return { size: found.size, modified: found.mtimeMs, content: () => file };
}
