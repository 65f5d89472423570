import { parse } from "node:path";
import type { Script } from "../touch/changes.ts";
import type { Covered } from "../touch/cover.ts";
import { functionsIn, type SourceFunction } from "../touch/meaning.ts";
import { ranOf } from "../touch/ran-code.ts";
import { linesOf, type LineGroup } from "./hunks.ts";

/** The functions around the changed lines of a server. */
export interface LineCoverage {
  /** Returns whether any of the lines are in a function that ran; true if that is unknown. */
  readonly ran: (group: LineGroup) => boolean;
  /** Returns the name of the innermost function that the first of the lines is in; null if it is in none that has a name. */
  readonly functionAt: (group: LineGroup) => string | null;
}

/**
 * Returns what a server ran of its changed lines.
 * @param covered null if that is unknown
 * @param texts the texts of the changed files, by path from the server's root
 */
export function lineCoverage(
  covered: Covered | null,
  texts: ReadonlyMap<string, string>,
): LineCoverage {
  const scripts = new Map([...(covered?.scripts.values() ?? [])].map((one) => [one.file, one]));
  const known = new Map<string, { root: SourceFunction; ran: ReadonlySet<SourceFunction> }>();
  const fileOf = (path: string) => {
    const script = scripts.get(path);
    // A file that its runtime runs as another text has other lines.
    if (covered === null || script === undefined || script.source !== texts.get(path)) return null;
    const found = known.get(path) ?? readFile(covered, script);
    known.set(path, found);
    return found;
  };
  return {
    ran: ({ path, new: [first, count] }) => {
      const file = fileOf(path);
      if (file === null) return true;
      const lines = linesOf(texts.get(path) ?? "");
      const all = Array.from({ length: Math.max(1, count) }, (_, i) => offsetOf(lines, first + i));
      return all.some((offset) => file.ran.has(around(file.root, offset).at(-1) as SourceFunction));
    },
    functionAt: ({ path, new: [first] }) => {
      const text = texts.get(path) ?? "";
      const root = fileOf(path)?.root ?? functionsIn(text);
      const names = around(root, offsetOf(linesOf(text), first)).map(({ name }) => name);
      const name = names.findLast((one) => one !== null) ?? null;
      // As in `explain`: a module that is one function has the name of its file.
      return name === "exports" ? parse(path).name : name;
    },
  };
}

function readFile(covered: Covered, script: Script) {
  const { startup, ready, turns } = covered;
  const root = functionsIn(script.source);
  const ran = ranOf([startup, ready, ...turns.flat()], covered.scripts, script, root);
  return { root, ran };
}

/** Returns the functions around an offset, the code outside of functions first. */
function around(root: SourceFunction, offset: number): SourceFunction[] {
  const inner = root.inner.find(({ start, end }) => start <= offset && offset < end);
  return inner === undefined ? [root] : [root, ...around(inner, offset)];
}

function offsetOf(lines: readonly string[], line: number): number {
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length, 0);
  return before + (lines[line - 1]?.search(/\S|$/) ?? 0);
}
