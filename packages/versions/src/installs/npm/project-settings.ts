import { existsSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Does `work` while the `.npmrc` of the project in which the user stands counts in `folder` too. A link, so that no copy of
 * a token is left there, however this process ends.
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

/** Beside the nearest package.json that has one, as npm reads it for a project or a workspace's root. */
function settingsAbove(cwd: string): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const settings = join(folder, ".npmrc");
    if (existsSync(settings) && existsSync(join(folder, "package.json"))) return settings;
    if (folder === dirname(folder)) return null;
  }
}
