import { join } from "node:path";
import type { Result } from "../result.ts";
import { writeWhole } from "../run-folder.ts";
import { renderMarkdown } from "./markdown.ts";

/** Writes `result.json` and what is drawn from it into a run's folder; returns result.json's path. */
export function writeReports(out: string, result: Result): string {
  writeWhole(join(out, "report.md"), renderMarkdown(result));
  const path = join(out, "result.json");
  // Last: a folder with a result is a finished run.
  writeWhole(path, result);
  return path;
}
