import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "@deadheat/journal";
import { explainedSchema, type Explained, type Result } from "@deadheat/judge";
import { pageData, type PageData } from "@deadheat/report/site-parts";
import { readResult } from "deadheat/parts";
import * as v from "valibot";
import { brokenRule } from "./rules.ts";

/** A result of results/published. */
export interface Published {
  /** The folder below results/published, such as `epyc-2cpu-vm/2026-11-24-service`. */
  readonly name: string;
  readonly folder: string;
  readonly result: Result;
  readonly data: PageData;
  /** The reasons of differences between two of its servers. */
  readonly reasons: readonly Explanation[];
  /** The files that a reader can download, relative to the folder. */
  readonly files: readonly string[];
}

/** What `deadheat explain` found about two servers of a result. */
export interface Explanation {
  /** The document, relative to the result's folder: `why/koa-3.0.json`. */
  readonly file: string;
  readonly explained: Explained;
}

/** Returns the page of an explanation, beside its document. */
export function pageOf({ file }: Explanation): string {
  return file.replace(/json$/, "html");
}

/** A folder that no page draws from. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/**
 * Reads every result below a folder. A result that is broken, or of an older rule, is left out with the reason, and so is an
 * explanation that cannot be read.
 */
export function readPublished(root: string): { results: Published[]; leftOut: LeftOut[] } {
  const results: Published[] = [];
  const leftOut: LeftOut[] = [];
  const orLeaveOut = (name: string, read: () => void) => {
    try {
      read();
    } catch (error) {
      leftOut.push({ name, reason: messageOf(error).replaceAll(join(root, "/"), "") });
    }
  };
  for (const name of foldersBelow(root)) {
    const folder = join(root, name);
    orLeaveOut(name, () => {
      const result = readResult(join(folder, "result.json"));
      const reason = brokenRule(result);
      if (reason !== null) {
        leftOut.push({ name, reason });
        return;
      }
      const reasons: Explanation[] = [];
      for (const file of globSync("why/*.json", { cwd: folder }).toSorted()) {
        orLeaveOut(`${name}/${file}`, () => {
          reasons.push({ file, explained: readExplained(join(folder, file)) });
        });
      }
      const files = [...filesOf(folder), ...reasons.map(({ file }) => file)];
      results.push({ name, folder, result, data: pageData(result), reasons, files });
    });
  }
  return { results, leftOut };
}

/** @throws with the field that is wrong */
function readExplained(file: string): Explained {
  const found = v.safeParse(explainedSchema, JSON.parse(readFileSync(file, "utf8")));
  if (found.success) return found.output;
  const [issue] = found.issues;
  throw new Error(`the field ${v.getDotPath(issue) ?? "schema"} is wrong: ${issue.message}`);
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
