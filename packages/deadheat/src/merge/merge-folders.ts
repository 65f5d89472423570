import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError, readContents } from "@deadheat/journal";
import { absolute } from "../folder/run-folder.ts";
import type { Ran } from "../run/run.ts";
import { mergeContents, type Wanted } from "./merge-contents.ts";

/**
 * Makes one result from the journals of several runs. The blocks of a target are pooled, with the run as the unit.
 * @throws UsageError if there are no journals, or if a setting differs between them; the message names the setting
 */
export async function mergeFolders(directories: readonly string[], wanted: Wanted): Promise<Ran> {
  const journals = directories.flatMap((directory) => {
    const folder = join(absolute(directory), "journal");
    if (!existsSync(folder)) {
      throw new UsageError(`${folder} does not exist. Name the folder of a run`);
    }
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && name !== "compare.jsonl")
      .toSorted()
      .map((name) => join(folder, name));
  });
  return mergeContents(await readContents(journals), { profile: "merged" }, wanted);
}
