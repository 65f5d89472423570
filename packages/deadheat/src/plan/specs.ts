import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { onRuntimeOf, type NamedApp } from "./apps.ts";
import { commandSpec } from "./commands.ts";
import type { Options } from "./options.ts";
import { parsePair, type Spec } from "./spec.ts";

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
      "The base is missing. Name it, such as main, or use --command twice: for the base, and for the new server.",
    );
  }
  return { base: commandSpec(commands.base, cwd), new: commandSpec(commands.new, cwd) };
}
