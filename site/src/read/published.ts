import { existsSync, globSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { pageData, type PageData } from "@deadheat/report/site-parts";
import { readResult } from "deadheat/parts";
import { brokenRule } from "./rules.ts";

/** A result of results/published. */
export interface Published {
  /** The folder below results/published, such as `epyc-2cpu-vm/2026-11-24-service`. */
  readonly name: string;
  readonly folder: string;
  readonly result: Result;
  readonly data: PageData;
  /** The files that a reader can download, relative to the folder. */
  readonly files: readonly string[];
}

/** A folder that no page draws from. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** Reads every result below a folder. A result that is broken, or of an older rule, is left out with the reason. */
export function readPublished(root: string): { results: Published[]; leftOut: LeftOut[] } {
  const results: Published[] = [];
  const leftOut: LeftOut[] = [];
  for (const name of foldersBelow(root)) {
    const folder = join(root, name);
    try {
      const result = readResult(join(folder, "result.json"));
      const reason = brokenRule(result);
      if (reason === null) {
        results.push({ name, folder, result, data: pageData(result), files: filesOf(folder) });
      } else leftOut.push({ name, reason });
    } catch (error) {
      leftOut.push({ name, reason: messageOf(error).replaceAll(join(root, "/"), "") });
    }
  }
  return { results, leftOut };
}

/** Returns the folders with a result. Other folders hold one comparison, or an experiment. */
function foldersBelow(root: string): string[] {
  return globSync("*/*/result.json", { cwd: root }).map(dirname).toSorted();
}

function filesOf(folder: string): string[] {
  const journals = join(folder, "journal");
  if (!existsSync(journals)) return ["result.json"];
  return [
    "result.json",
    ...readdirSync(journals)
      .map((file) => `journal/${file}`)
      .toSorted(),
  ];
}
