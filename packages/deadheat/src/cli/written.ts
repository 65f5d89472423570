import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Result } from "@deadheat/judge";
import { renderResult, type Section } from "@deadheat/report";
import { type ExitCode, type Io, widthOf } from "../terminal/command.ts";

export function renderWritten(
  { path, result }: { readonly path: string; readonly result: Result },
  io: Io,
  sections: readonly Section[] = [],
): string {
  const folder = dirname(path);
  // Merged runs keep their journals in their own folders.
  const journal = existsSync(join(folder, "journal")) ? `, ${folder}/journal/` : "";
  const drawing = result.order === "versions" ? `, ${folder}/history.svg` : "";
  const files = `Report: ${folder}/report.html\nFiles:  ${path}\n        ${folder}/report.md${drawing}${journal}\n`;
  return `${renderResult(result, { color: io.color, columns: widthOf(io), sections })}${files}`;
}

export function exitCodeOf(result: Result): ExitCode {
  return result.cells.some(({ status }) => status === "failed" || status === "limited") ? 1 : 0;
}
