import { UsageError } from "../errors.ts";
import { bun } from "./bun.ts";
import { deno } from "./deno.ts";
import { node } from "./node.ts";
import type { RuntimeFacts } from "./runtime.ts";
import { workerd } from "./workerd.ts";

const all = [node, bun, deno, workerd] as const;

export type Runtime = (typeof all)[number]["name"];

/** The runtimes that a server can run on, each one pinned version. */
export const runtimes: readonly Runtime[] = all.map(({ name }) => name);

/** Everything that is known of each runtime. */
export const runtimeFacts = Object.fromEntries(
  all.map((facts: RuntimeFacts) => [facts.name, facts]),
) as Readonly<Record<Runtime, RuntimeFacts>>;

/** A runtime that runs a server's file as it is. */
export type FileRuntime = Extract<(typeof all)[number], { run: { kind: "file" } }>["name"];

export const fileRuntimes: readonly FileRuntime[] = all.flatMap(({ name, run }) =>
  run.kind === "file" ? [name as FileRuntime] : [],
);

/** Returns the runtimes that are always measured, and those among others that something is about. */
export function runtimesIn(used: Iterable<Runtime>): readonly Runtime[] {
  const named = new Set(used);
  return runtimes.filter((name) => !runtimeFacts[name].isOptional || named.has(name));
}

/** The names as alternatives of a regular expression: `node|bun|deno`. */
export const runtimePattern: string = runtimes.join("|");

/**
 * Returns the command that runs a server's file without limits.
 * @param words the file and its arguments
 * @throws UsageError if the runtime runs no file as it is
 */
export function fileCommand(runtime: Runtime, program: string, words: readonly string[]): string[] {
  const { label, run } = runtimeFacts[runtime];
  if (run.kind !== "file") throw new UsageError(`${label} cannot run a server's file as it is`);
  return [program, ...run.words, ...run.permitAll, ...words];
}

/** Returns a value for each runtime. */
export function eachRuntime<T>(valueOf: (runtime: Runtime) => T): Record<Runtime, T> {
  return Object.fromEntries(runtimes.map((name) => [name, valueOf(name)])) as Record<Runtime, T>;
}
