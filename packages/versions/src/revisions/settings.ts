import { symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { settingsAbove } from "../npm/project-settings.ts";
import { foldersUp, textIn } from "../git/files.ts";
import { askGit, repositoryOf, type Commit } from "../git/git.ts";

/**
 * Makes an empty folder a project with the `.npmrc` that the user's folder has in a commit. An `.npmrc` that git does not
 * track counts as it is, because no commit has brought it.
 * @throws UsageError, EnvironmentError
 */
export async function settingsOf(commit: Commit, cwd: string, folder: string): Promise<void> {
  writeFileSync(join(folder, "package.json"), "{}\n");
  const own = settingsAbove(cwd);
  if (own !== null && !(await isTracked(own))) {
    symlinkSync(own, join(folder, ".npmrc"));
    return;
  }
  const { prefix } = await repositoryOf(cwd);
  const project = (await foldersUp(commit, prefix)).find(
    ({ names }) => names.has(".npmrc") && names.has("package.json"),
  );
  if (project === undefined) return;
  writeFileSync(join(folder, ".npmrc"), `${await textIn(commit, project, ".npmrc")}\n`);
}

async function isTracked(file: string): Promise<boolean> {
  const args = ["ls-files", "--error-unmatch", "--", basename(file)];
  return (await askGit(args, dirname(file))).ok;
}
