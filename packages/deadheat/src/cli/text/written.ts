import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Result } from "@deadheat/judge";
import { renderResult, type Section } from "@deadheat/report";
import type { ExitCode } from "../command.ts";
import type { Io } from "../io.ts";
import { widthOf } from "./width.ts";

/** A result that was just written, with where it and its reports are. */
export function renderWritten(
  { path, result }: { readonly path: string; readonly result: Result },
  io: Io,
  sections: readonly Section[] = [],
): string {
  const folder = dirname(path);
  // Runs that were put together have their journals where they were.
  const journal = existsSync(join(folder, "journal")) ? `, ${folder}/journal/` : "";
  const files = `Report: ${folder}/report.html\nFiles:  ${path}\n        ${folder}/report.md${journal}\n`;
  return `${renderResult(result, { color: io.color, columns: widthOf(io), sections })}${files}`;
}

export function exitCodeOf(result: Result): ExitCode {
  return result.cells.some(({ status }) => status === "failed" || status === "limited") ? 1 : 0;
}
