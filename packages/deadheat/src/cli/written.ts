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
  // Merged runs keep their journals in their own folders, and a full disk has no reports.
  const there = (...names: readonly string[]) =>
    names.map((name) => join(folder, name)).filter((file) => existsSync(file));
  const drawing = result.order === "versions" ? ["history.svg"] : [];
  const journal = there("journal").map((name) => `${name}/`);
  const lines = [
    ...there("report.html").map((file) => `Report: ${file}\n`),
    ...there("result.json").map((file) => `Files:  ${file}\n`),
    ...[[...there("report.md", ...drawing), ...journal].join(", ")]
      .filter(Boolean)
      .map((files) => `        ${files}\n`),
  ];
  const text = renderResult(result, { color: io.color, columns: widthOf(io), sections });
  return `${text}${lines.join("")}`;
}

export function exitCodeOf(result: Result): ExitCode {
  return result.cells.some(({ status }) => status === "failed" || status === "limited") ? 1 : 0;
}
