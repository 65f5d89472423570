import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError, readContents } from "@deadheat/journal";
import { absolute } from "../folder/run-folder.ts";
import type { Ran } from "../run/run.ts";
import { mergeContents, type Wanted } from "./merge-contents.ts";

/**
 * Makes one result from the journals of several runs. A target's blocks are put together, with the run as the unit.
 * @throws UsageError when they were not measured alike, naming the key, or when there are none.
 */
export async function mergeFolders(directories: readonly string[], wanted: Wanted): Promise<Ran> {
  const journals = directories.flatMap((directory) => {
    const folder = join(absolute(directory), "journal");
    if (!existsSync(folder)) throw new UsageError(`${folder}: there are no journals`);
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && name !== "compare.jsonl")
      .toSorted()
      .map((name) => join(folder, name));
  });
  return mergeContents(await readContents(journals), { profile: "merged" }, wanted);
}
