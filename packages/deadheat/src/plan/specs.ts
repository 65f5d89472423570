import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { onRuntimeOf, type NamedApp } from "./apps.ts";
import type { Options } from "./options.ts";
import { parsePair, type Command, type Spec } from "./spec.ts";

/**
 * Returns the two servers that the options name.
 * @param commands those of `--command`; null if it is not given
 * @throws UsageError, EnvironmentError
 */
export async function specsOf(
  { base, new: next, cwd, app }: Options,
  commands: Pair<NamedApp> | null,
): Promise<Pair<Spec>> {
  if (base !== undefined) {
    const pair = await parsePair(base, next ?? null, cwd, app);
    if (commands === null) return pair;
    const on = (spec: Spec, { runtime }: NamedApp) => onRuntimeOf(runtime, "--command", spec);
    return { base: on(pair.base, commands.base), new: on(pair.new, commands.new) };
  }
  if (commands === null || commands.base === commands.new) {
    throw new UsageError(
      "The base is missing. Name what to compare with: a revision (main), a package (express@4 express@5) or a file " +
        "(./a.mjs ./b.mjs). Or use --command twice: for the base, and for the new server.",
    );
  }
  return { base: commandSpec(commands.base, cwd), new: commandSpec(commands.new, cwd) };
}

/**
 * Returns the further servers that are compared with the base.
 * @throws UsageError if a server is named twice, EnvironmentError
 */
export async function otherSpecs(options: Options): Promise<Spec[]> {
  const { base, new: next, others = [] } = options;
  const names = [base, next, ...others];
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (others.length > 0 && twice !== undefined) {
    throw new UsageError(
      `${twice} is named twice. Name each server once, or give one a label: b=${twice}`,
    );
  }
  const specs: Spec[] = [];
  for (const other of others) {
    specs.push((await specsOf({ ...options, new: other }, null)).new);
  }
  return specs;
}

/** Returns the server that a command starts. */
export function commandSpec({ label, program, runtime }: NamedApp, cwd: string): Spec {
  const own = program as Command;
  return { text: label, label, what: { kind: "command", program: own, cwd }, runtime };
}
