import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "@deadheat/journal";
import { explainedSchema, type Explained, type Result } from "@deadheat/judge";
import { readResult } from "deadheat/parts";
import * as v from "valibot";
import { brokenRule } from "./rules.ts";

/** A result of results/published. */
export interface Published {
  /** The folder below results/published, such as `epyc-2cpu-vm/2026-11-25-cost`. */
  readonly name: string;
  readonly folder: string;
  readonly result: Result;
  /** The reasons of differences between two of its servers. */
  readonly reasons: readonly Explanation[];
  /** The files that a reader can download, relative to the folder. */
  readonly files: readonly string[];
}

/** An explanation of the difference between two servers of a result, by `deadheat explain`. */
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
  const leftOut: LeftOut[] = [];
  const readable = <T>(names: readonly string[], read: (name: string) => T): T[] =>
    names.flatMap((name) => {
      try {
        return [read(name)];
      } catch (error) {
        leftOut.push({ name, reason: messageOf(error).replaceAll(join(root, "/"), "") });
        return [];
      }
    });
  // Other folders hold one comparison, or an experiment.
  const folders = globSync("*/*/result.json", { cwd: root }).map(dirname).toSorted();
  const results = readable(folders, (name) => {
    const folder = join(root, name);
    const result = readResult(join(folder, "result.json"));
    const broken = brokenRule(result);
    if (broken !== null) throw new Error(broken);
    const documents = globSync("why/*.json", { cwd: folder }).toSorted();
    const names = documents.map((file) => `${name}/${file}`);
    const reasons = readable(names, (document) => ({
      file: document.slice(name.length + 1),
      explained: readExplained(join(root, document)),
    }));
    const journals = globSync("journal/*", { cwd: folder }).toSorted();
    const files = ["result.json", ...journals, ...reasons.map(({ file }) => file)];
    return { name, folder, result, reasons, files };
  });
  return { results, leftOut };
}

/**
 * Reads the document of an explanation.
 * @throws Error with the field that is wrong
 */
function readExplained(file: string): Explained {
  const found = v.safeParse(explainedSchema, JSON.parse(readFileSync(file, "utf8")));
  if (found.success) return found.output;
  const [issue] = found.issues;
  throw new Error(`the field ${v.getDotPath(issue) ?? "schema"} is wrong: ${issue.message}`);
}
