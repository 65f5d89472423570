import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

/** Writes a file under another name and then renames it, so that nobody reads a partial file. */
export function writeWhole(path: string, content: unknown): void {
  const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 1)}\n`;
  try {
    writeFileSync(`${path}.partial`, text, { flush: true });
  } catch (error) {
    rmSync(`${path}.partial`, { force: true });
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
  renameSync(`${path}.partial`, path);
}

/** Copies a file under another name first, so that nobody finds half of it. */
export function copyWhole(path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const partial = `${to}.${process.pid}.partial`;
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
