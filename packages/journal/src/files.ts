import { randomUUID } from "node:crypto";
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** Writes a file under another name and then renames it, so that nobody reads a partial file. */
export function writeWhole(path: string, content: unknown): void {
  const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 1)}\n`;
  const partial = partialOf(path);
  try {
    writeFileSync(partial, text, { flush: true });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}

/** Returns a name that no other process uses. Processes in two containers may have the same id. */
function partialOf(path: string): string {
  return `${path}.${randomUUID()}.partial`;
}

/** Copies a file under another name first, so that nobody finds half of it. */
export function copyWhole(path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const partial = partialOf(to);
  copyFileSync(path, partial);
  renameSync(partial, to);
}

/** Returns the path of a target's journal below a run's folder. */
export function journalPath(
  out: string,
  { framework, runtime }: { readonly framework: string; readonly runtime: string },
): string {
  return join(out, "journal", `${encodeURIComponent(framework)}.${runtime}.jsonl`);
}

/** Returns whether a path is a folder or lies below the folder. Both must be absolute and real. */
export function inside(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from !== ".." && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}
