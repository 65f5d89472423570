import type { Found } from "./found.ts";

/** The part of Deno that this file uses. Deno's own types clash with those of Node and Bun. */
declare const Deno: {
  stat(path: string): Promise<{
    readonly isFile: boolean;
    readonly size: number;
    readonly mtime: Date | null;
  }>;
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
};

/** Returns the file at `path`. Rejects if there is none. */
export async function find(path: string): Promise<Found> {
  const found = await Deno.stat(path);
  if (!found.isFile) throw new Error(`${path} is no file`);
  const modified = found.mtime?.getTime() ?? 0;
  return { size: found.size, modified, content: () => Deno.readFile(path) };
}
