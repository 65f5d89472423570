import { renameSync, rmSync, writeFileSync } from "node:fs";

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
