import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UsageError, readContents } from "@deadheat/journal";
import { absolute } from "deadheat/parts";
import { mergeContents } from "./merge-contents.ts";
import type { FinishedRun } from "../run.ts";

/**
 * One result from the journals of several runs; a target's blocks are put together, with the run as the unit.
 *
 * @param margin of a dead heat, relative
 * @throws UsageError when they were not measured alike, naming the key, or when there are none.
 */
export async function mergeFolders(
  directories: readonly string[],
  out: string | null,
  margin?: number,
): Promise<FinishedRun> {
  const journals = directories.flatMap((directory) => {
    const folder = join(absolute(directory), "journal");
    if (!existsSync(folder)) throw new UsageError(`${folder}: there are no journals`);
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && name !== "compare.jsonl")
      .toSorted()
      .map((name) => join(folder, name));
  });
  return mergeContents(await readContents(journals), { profile: "merged" }, { out, margin });
}
