import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, inside } from "@deadheat/journal";
import type { Installed } from "../ready/installed.ts";
import { keyOf, type ChangedScript, type Script } from "./changes.ts";
import type { Ran } from "./covered.ts";
import type { SourceFunction } from "./meaning.ts";

/** The name of all code without a file, such as that of `new Function`. */
const GENERATED = "(generated)";

/** Returns the scripts in reports of coverage, by the process and the id that later reports name. */
export function scriptsIn(
  side: Pick<Installed, "root" | "program" | "app">,
  reports: readonly Ran[],
): Map<string, Script> {
  const nameOf = namesOn(side);
  const found = new Map<string, Script>();
  for (const { process, startup, scripts } of reports.flatMap((report) => report ?? [])) {
    for (const { id, url, source } of [...(startup ?? []), ...scripts]) {
      if (source !== null) found.set(`${process} ${id}`, { file: nameOf(url), source });
    }
  }
  return found;
}

/** Returns a function that names a file in the same way on both sides. */
function namesOn({ root, program, app }: Pick<Installed, "root" | "program" | "app">) {
  const real = attempt(() => realpathSync(root)) ?? root;
  const placed = program.kind === "file" ? attempt(() => realpathSync(program.file)) : null;
  return (url: string): string => {
    const path = attempt(() => (url.startsWith("file:") ? fileURLToPath(url) : url)) ?? url;
    if (path === "") return GENERATED;
    if (path === placed && app !== null) return join(".", app);
    return inside(path, real) ? relative(real, path).split(sep).join("/") : path;
  };
}

/** Returns the changed functions that a report says have run. */
export function changedIn(
  report: Ran,
  scripts: ReadonlyMap<string, Script>,
  changes: ReadonlyMap<string, ChangedScript>,
): Set<SourceFunction> {
  const found = new Set<SourceFunction>();
  for (const { process, scripts: own } of report ?? []) {
    for (const { id, ran } of own) {
      const script = scripts.get(`${process} ${id}`);
      const change = script && changes.get(keyOf(script));
      if (change === undefined) continue;
      for (const [start, end] of ran) {
        const one = innermost(change.root, start, end);
        if (change.changed.has(one)) found.add(one);
      }
    }
  }
  return found;
}

/** Returns all functions of a script that reports say have run. */
export function ranOf(
  reports: readonly Ran[],
  scripts: ReadonlyMap<string, Script>,
  source: Script,
  root: SourceFunction,
): Set<SourceFunction> {
  const ranges = reports
    .flatMap((report) => report ?? [])
    .flatMap(({ process, scripts: own }) =>
      own.flatMap(({ id, ran }) => {
        const script = scripts.get(`${process} ${id}`);
        return script !== undefined && keyOf(script) === keyOf(source) ? ran : [];
      }),
    );
  return new Set(ranges.map(([start, end]) => innermost(root, start, end)));
}

/** Returns the smallest function that holds a range. Runtimes and parsers differ in where a method begins. */
function innermost(root: SourceFunction, start: number, end: number): SourceFunction {
  for (let found = root; ;) {
    const inner = found.inner.find(
      (one) =>
        (one.start <= start + 1 && one.end >= end) || (one.end === end && one.start >= start),
    );
    if (inner === undefined) return found;
    found = inner;
  }
}
