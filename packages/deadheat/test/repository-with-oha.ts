import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { obtainOha } from "@deadheat/oha";
import { repositoryIn, scratchOf, type Files } from "../../versions/test/revisions-repository.ts";

/** Makes a repository with these files and one commit, in which commands use the oha of this machine. */
export async function repositoryOf(t: TestContext, files: Files): Promise<string> {
  const { OHA_BIN: before } = process.env;
  process.env.OHA_BIN = (await obtainOha()).path;
  t.after(() => {
    if (before === undefined) delete process.env.OHA_BIN;
    else process.env.OHA_BIN = before;
  });
  return repositoryIn(join(scratchOf(t), "repository"), files);
}
