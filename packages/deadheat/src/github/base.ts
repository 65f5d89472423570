import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { UsageError } from "@deadheat/journal";
import { askGit, git, requireRevision, settingsOf } from "@deadheat/versions";
import { parsePair } from "../plan/spec.ts";
import { pullRequestEvent, readEvent, requireVariable } from "./event.ts";

const NAME_IT = "or name the base with the input base";

/**
 * Returns the commit into which a pull request would be merged. actions/checkout checks out GitHub's trial merge, and this
 * is its first parent. (`pull_request.base.sha` of the event is the base on the day when the pull request was opened.)
 * @returns a spec that is labelled with the branch: `main-1a2b3c4=git:1a2b3c4…`
 * @throws UsageError if HEAD is no such merge, or if its parent was not fetched
 */
export async function baseOf(cwd: string): Promise<string> {
  const event = v.safeParse(pullRequestEvent, readEvent());
  if (!event.success) {
    throw new UsageError(
      `This event has no pull request. Run the check on pull_request, ${NAME_IT}`,
    );
  }
  const { sha } = event.output.pull_request.head;
  const { ref } = event.output.pull_request.base;
  // In a shallow clone, every other git command hides the parents of the last commit.
  const commit = await git(["cat-file", "commit", "HEAD"], cwd);
  const [base = "", head, ...more] = parentsOf(commit);
  if (head !== sha || more.length > 0) {
    throw new UsageError(
      `HEAD is not ${sha.slice(0, 7)} merged into its base. Give actions/checkout no ref, ${NAME_IT}`,
    );
  }
  const { ok } = await askGit(["cat-file", "-e", `${base}^{commit}`], cwd);
  if (ok) return `${labelOf(ref)}-${base.slice(0, 7)}=git:${base}`;
  throw new UsageError(
    `The base, ${base.slice(0, 7)}, was not fetched. Give actions/checkout fetch-depth: 2`,
  );
}

function parentsOf(commit: string): string[] {
  const [header = ""] = commit.split("\n\n");
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
}

/** Returns a label for a branch. Names of branches may have characters that labels may not have. */
function labelOf(ref: string): string {
  const label = ref.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return label.slice(0, 50) || "base";
}

/**
 * Returns a new folder with the base's `.npmrc`. With that of a pull request, its author would choose the registry that the
 * base and the runtimes come from.
 * @returns undefined if the base is no revision
 */
export async function projectOfBase(base: string, cwd: string): Promise<string | undefined> {
  const { what } = (await parsePair(base, "HEAD", cwd)).base;
  if (what.kind !== "revision" || what.revision === null) return undefined;
  const folder = mkdtempSync(join(requireVariable("RUNNER_TEMP"), "deadheat-project-"));
  await settingsOf(await requireRevision(what.revision, cwd), cwd, folder);
  return folder;
}
