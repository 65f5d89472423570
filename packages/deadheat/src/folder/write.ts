import { join } from "node:path";
import type { Result } from "@deadheat/judge";
import { writeWhole } from "@deadheat/journal";
import { formats, type FormatName, type Section } from "@deadheat/report";

/** Drawn for every run, without being asked for. */
export const usualFormats: readonly FormatName[] = ["md", "html"];

/**
 * Writes `result.json` and what is drawn from it into a run's folder.
 *
 * @param sections what whoever calls adds to the reports
 * @returns result.json's path
 */
export function writeReports(
  out: string,
  result: Result,
  sections: readonly Section[] = [],
): string {
  const path = join(out, "result.json");
  // First: hours of measuring are not lost to a report that cannot be drawn.
  writeWhole(path, result);
  writeFormats(out, result, usualFormats, sections);
  return path;
}

/** Draws a result in these formats; returns the files' paths. */
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
