import { mediaTypeOf, type Answer } from "@deadheat/measure";

const MOST_LINES = 8;

/** Returns lines that show where the answers of a base and another server differ. */
export function difference(
  base: Answer,
  other: Answer,
  names: { readonly base: string; readonly other: string },
): string {
  const width = Math.max(names.base.length, names.other.length);
  const both = (what: string, of: (answer: Answer) => string) =>
    of(base) === of(other)
      ? []
      : [
          `  ${what}`,
          `  - ${names.base.padEnd(width)}  ${of(base)}`,
          `  + ${names.other.padEnd(width)}  ${of(other)}`,
        ];
  return [
    ...both("status", ({ status }) => String(status)),
    ...both("content-type", mediaTypeOf),
    ...bodies(base.body, other.body),
  ].join("\n");
}

/** Returns the lines of two bodies, beginning with the first line that differs. */
function bodies(base: string, other: string): string[] {
  if (base === other) return [];
  const [ours, theirs] = [base.split("\n"), other.split("\n")];
  const from = ours.findIndex((line, i) => line !== theirs[i]);
  const first = from === -1 ? ours.length : from;
  const shown = (lines: string[], mark: string) =>
    lines
      .slice(first, first + MOST_LINES)
      .map((line) => `  ${mark} ${JSON.stringify(line.slice(0, 200))}`);
  return [`  body, from line ${first + 1} on`, ...shown(ours, "-"), ...shown(theirs, "+")];
}
