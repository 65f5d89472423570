import * as v from "valibot";
import { UsageError } from "@deadheat/journal";
import { askGit, git } from "@deadheat/versions";
import { pullRequestEvent, readEvent } from "./event.ts";

const NAME_IT = "or name what it shall be compared with as the input base";

/**
 * What a pull request would be merged into: the first parent of the commit that GitHub has merged it with to try, which is
 * what actions/checkout checks out. (`pull_request.base.sha` of the event is the base of the day on which it was opened.)
 * @returns as a spec, called after the branch: `main-1a2b3c4=git:1a2b3c4…`
 * @throws UsageError in any other checkout, or where the parent was not fetched
 */
export async function baseOf(cwd: string): Promise<string> {
  const event = v.safeParse(pullRequestEvent, readEvent());
  if (!event.success) {
    throw new UsageError(`this event has no pull request: run it on pull_request, ${NAME_IT}`);
  }
  const { sha } = event.output.pull_request.head;
  const { ref } = event.output.pull_request.base;
  // git hides the parents of a shallow clone's last commit, but for this.
  const commit = await git(["cat-file", "commit", "HEAD"], cwd);
  const [base = "", head, ...more] = parentsOf(commit);
  if (head !== sha || more.length > 0) {
    throw new UsageError(
      `HEAD is not ${sha.slice(0, 7)} merged into its base: let actions/checkout check out what it does by itself (no ref), ${NAME_IT}`,
    );
  }
  const { ok } = await askGit(["cat-file", "-e", `${base}^{commit}`], cwd);
  if (ok) return `${labelOf(ref)}-${base.slice(0, 7)}=git:${base}`;
  throw new UsageError(
    `the base, ${base.slice(0, 7)}, was not fetched: give actions/checkout fetch-depth: 2`,
  );
}

function parentsOf(commit: string): string[] {
  const [header = ""] = commit.split("\n\n");
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
}

/** A branch may be called what a label may not. */
function labelOf(ref: string): string {
  const label = ref.replaceAll(/[^\w.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return label.slice(0, 50) || "base";
}
