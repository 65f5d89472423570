import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt } from "@deadheat/journal";
import type { Installed } from "../ready/installed.ts";
import type { Ran } from "./covered.ts";
import { functionsIn, type SourceFunction } from "./meaning.ts";

/** The code of one server as its runtime runs it, and what ran of it: functions as digests, by file from the root. */
export interface RanCode {
  readonly all: ReadonlyMap<string, ReadonlySet<string>>;
  /** The functions that ran until the server was ready, and while it answered each request; null if unknown. */
  readonly startup: readonly RanFunction[] | null;
  readonly requests: readonly (readonly RanFunction[] | null)[];
}

export interface RanFunction {
  readonly file: string;
  readonly own: string;
}

/** The name of all code without a file, such as that of `new Function`. */
const GENERATED = "(generated)";

/** Returns the functions in reports of coverage: the first of the startup, and one for each request. */
export function ranCode(
  side: Pick<Installed, "root" | "program" | "app">,
  reports: readonly Ran[],
): RanCode {
  const scripts = new Map<string, { file: string; functions: readonly SourceFunction[] | null }>();
  const all = new Map<string, Set<string>>();
  const root = attempt(() => realpathSync(side.root)) ?? side.root;
  const { program } = side;
  const placed = program.kind === "file" ? attempt(() => realpathSync(program.file)) : null;
  const nameOf = (url: string) => {
    const path = attempt(() => (url.startsWith("file:") ? fileURLToPath(url) : url)) ?? url;
    if (path === "") return GENERATED;
    if (path === placed && side.app !== null) return side.app;
    return relative(root, path).split(sep).join("/");
  };
  // The sources come with the first report of each script, so all are read before the functions are looked up.
  for (const [process, one] of reports.flatMap((report) => [...(report ?? []).entries()])) {
    for (const { id, url, source } of one) {
      if (source === null) continue;
      const file = nameOf(url);
      const functions = functionsIn(source);
      scripts.set(`${process} ${id}`, { file, functions });
      const known = all.get(file) ?? new Set();
      for (const { own } of functions ?? []) known.add(own);
      all.set(file, known);
    }
  }
  const ranIn = (report: Ran): readonly RanFunction[] | null =>
    report?.flatMap((one, process) =>
      one.flatMap(({ id, ran }) => {
        const script = scripts.get(`${process} ${id}`);
        const { file, functions } = script ?? { file: GENERATED, functions: null };
        // A script that cannot be parsed differs from every other.
        if (functions === null) return [{ file, own: `unknown ${id}` }];
        return ran.flatMap(([start, end]) => {
          const found = innermost(functions, start, end);
          return found === null ? [] : [{ file, own: found.own }];
        });
      }),
    ) ?? null;
  const [startup = null, ...requests] = reports.map(ranIn);
  return { all, startup, requests };
}

/** Returns the smallest function that holds a range. Runtimes and parsers differ in where a method begins. */
function innermost(
  functions: readonly SourceFunction[],
  start: number,
  end: number,
): SourceFunction | null {
  let best: SourceFunction | null = null;
  for (const one of functions) {
    const holds = one.start <= start + 1 && one.end >= end;
    const isSame = one.end === end && one.start >= start;
    if (!holds && !isSame) continue;
    if (best === null || one.end - one.start < best.end - best.start) best = one;
  }
  return best ?? functions[0] ?? null;
}

/** Returns the functions that a request runs and the other server does not have in the same file. */
export function otherThan(request: readonly RanFunction[], other: RanCode): string[] {
  return request.flatMap(({ file, own }) =>
    other.all.get(file)?.has(own) ? [] : [`${file} ${own}`],
  );
}
