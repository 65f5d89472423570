import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Under another name first, so that nothing half-written is ever read as whole. */
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
