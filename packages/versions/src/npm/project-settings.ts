import { existsSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Runs `work` while `folder` has the `.npmrc` of the user's project. It is a link, so that no copy of a token stays there,
 * however this process ends.
 */
export async function withProjectSettings<T>(
  folder: string,
  cwd: string,
  work: () => Promise<T>,
): Promise<T> {
  const settings = settingsAbove(cwd);
  if (settings === null) return work();
  const link = join(folder, ".npmrc");
  symlinkSync(settings, link);
  try {
    return await work();
  } finally {
    rmSync(link);
  }
}

/** Returns the nearest `.npmrc` that lies beside a package.json, as npm reads it for a project or a workspace's root. */
export function settingsAbove(cwd: string): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const settings = join(folder, ".npmrc");
    if (existsSync(settings) && existsSync(join(folder, "package.json"))) return settings;
    if (folder === dirname(folder)) return null;
  }
}
