import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheDirectory } from "@deadheat/journal";

/**
 * Returns a folder in the user's cache directory, and makes it first if it is missing or incomplete. Another command may
 * make it at the same time, so the folder is filled under another name and then renamed: it is complete or missing.
 * @param fill fills a new, empty folder
 */
export async function cachedFolder(
  name: string,
  isComplete: (folder: string) => boolean,
  fill: (folder: string) => void | Promise<void>,
): Promise<string> {
  const folder = join(cacheDirectory(), name);
  if (isComplete(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  try {
    await fill(fresh);
    if (!isComplete(folder)) rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } catch (error) {
    // The rename fails if another command was faster.
    if (!isComplete(folder)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}
