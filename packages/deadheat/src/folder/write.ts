import { join } from "node:path";
import type { Result } from "@deadheat/judge";
import { writeWhole } from "@deadheat/journal";
import { formats, type FormatName, type Section } from "@deadheat/report";

/** The formats that every run writes by default. */
export const usualFormats: readonly FormatName[] = ["md", "html"];

/**
 * Writes `result.json` and the default reports into a run's folder.
 * @param sections further sections of the reports
 * @returns result.json's path
 */
export function writeReports(
  out: string,
  result: Result,
  sections: readonly Section[] = [],
): string {
  const path = join(out, "result.json");
  // The result comes first: if a report fails, hours of measuring are not lost.
  writeWhole(path, result);
  writeFormats(out, result, usualFormats, sections);
  return path;
}

/** Writes a result in these formats, and returns the files' paths. */
export function writeFormats(
  out: string,
  result: Result,
  names: readonly FormatName[],
  sections: readonly Section[] = [],
): string[] {
  return names.map((name) => {
    const { file, render } = formats[name];
    const path = join(out, file);
    writeWhole(path, render(result, sections));
    return path;
  });
}
