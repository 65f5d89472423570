import { join } from "node:path";
import * as v from "valibot";
import { messageOf, readText, UsageError, writeWhole } from "@deadheat/journal";
import { resultSchema, type Result, changesBetween, type Changes } from "@deadheat/judge";
import { absolute } from "./run-folder.ts";
import { formats, type FormatName, type Section } from "@deadheat/report";

const usualFormats: readonly FormatName[] = ["md", "html"];

function usualFor({ order }: Result): readonly FormatName[] {
  return order === "versions" ? [...usualFormats, "svg"] : usualFormats;
}

export function resultPath(out: string): string {
  return join(out, "result.json");
}

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
  const path = resultPath(out);
  // The result comes first: if a report fails, hours of measuring are not lost.
  writeWhole(path, result);
  writeFormats(out, result, usualFor(result), sections);
  return path;
}

function writeFormats(
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

/**
 * Reads a run's result and writes its reports again.
 * @param names the formats; null for the default ones
 * @throws UsageError if the result is missing or is not in this version's schema, or if a format does not exist
 */
export function reportFolder(
  directory: string,
  names: readonly string[] | null,
  sectionsOf: (result: Result) => readonly Section[] = () => [],
): { path: string; result: Result; files: string[] } {
  const chosen = names?.map((name) => known(name, formats));
  const out = absolute(directory);
  const path = resultPath(out);
  const result = readResult(path);
  if (names?.includes("svg") && result.order !== "versions") {
    throw new UsageError(
      "The format svg is the chart of a history, and this run is none. Leave svg out of --format",
    );
  }
  return {
    path,
    result,
    files: writeFormats(out, result, chosen ?? usualFor(result), sectionsOf(result)),
  };
}

/**
 * Returns the changes from the run in `before` to the run in `after`.
 * @param margin the relative margin of a tie; the default one unless given
 * @throws UsageError as `reportFolder` does, and if the two runs were not measured alike
 */
export function reportChanges(before: string, after: string, margin?: number): Changes {
  const read = (folder: string) => readResult(resultPath(absolute(folder)));
  return changesBetween(read(before), read(after), margin);
}

/** Returns the name of a format. @throws UsageError that lists the formats if there is none */
export function known<Name extends string>(
  name: string,
  all: Readonly<Record<Name, unknown>>,
  what = "",
): Name {
  if (Object.hasOwn(all, name)) return name as Name;
  const names = Object.keys(all).join(", ");
  throw new UsageError(
    `There is no format ${JSON.stringify(name)}${what}. The formats are: ${names}.`,
  );
}

/** The largest result that is read. The result of 28 targets in one scenario has 0.35 MB. */
const MAX_RESULT_BYTES = 512 * 1024 * 1024;

export function readResult(file: string): Result {
  const text = readText(file, MAX_RESULT_BYTES);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  }
  const parsed = v.safeParse(resultSchema, data);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? "(the whole document)";
  throw new UsageError(`${file}: field ${field}: ${issue.message}`);
}
