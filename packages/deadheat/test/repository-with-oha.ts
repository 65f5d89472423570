import { join } from "node:path";
import type { TestContext } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { setVariables } from "../../journal/test/scratch.ts";
import { repositoryIn, scratchOf, type Files } from "../../versions/test/revisions-repository.ts";

/** Returns the path of a repository that is yet to be made, in which commands use the oha of this machine: a build takes minutes. */
export async function placeOf(t: TestContext): Promise<string> {
  const { path } = await obtainOha();
  const scratch = scratchOf(t);
  setVariables(t, { OHA_BIN: path });
  return join(scratch, "repository");
}

/** Makes a repository with these files and one commit there. */
export async function repositoryOf(t: TestContext, files: Files): Promise<string> {
  return repositoryIn(await placeOf(t), files);
}
