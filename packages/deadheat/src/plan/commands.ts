import { basename } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { runtimeOf } from "../find/started.ts";
import { parseScript } from "../find/script.ts";
import type { WantedRuntime } from "../config/runtime.ts";
import type { NamedApp } from "./apps.ts";
import type { CompareOptions } from "./options.ts";
import type { Command } from "./spec.ts";

/** Returns the server that a text of `--command` starts. A line that needs a shell gets one. */
export function commandApp(
  text: string,
): NamedApp & { readonly program: Command; readonly runtime: WantedRuntime } {
  const parsed = parseScript(text);
  const [words, env] =
    parsed === null || parsed.before.length > 0
      ? [["/bin/sh", "-c", text], {}]
      : [parsed.words, parsed.env];
  const program: Command = { kind: "command", command: words, portVariable: "PORT", env };
  return {
    label: commandLabel(text),
    program,
    runtime: { name: runtimeOf(words), version: null },
    setup: null,
  };
}

/** Returns a label that the names of targets may have. */
export function commandLabel(text: string): string {
  const label = text
    .trim()
    .replaceAll(/[^\w.]+/g, "-")
    .replaceAll(/^[-._]+|-+$/g, "");
  return label.slice(0, 64) || "command";
}

/**
 * Returns the servers that `--command` names for the base and the new version; null if it is not given.
 * @throws UsageError if it contradicts another option
 */
export function commandPair({
  app,
  commands = [],
}: Pick<CompareOptions, "app" | "commands">): Pair<NamedApp> | null {
  const [base, next = base, ...more] = commands.map(commandApp);
  if (base === undefined || next === undefined) return null;
  if (app !== undefined) throw new UsageError("Use --app or --command, not both.");
  if (more.length === 0) return { base, new: next };
  throw new UsageError("Use --command at most twice: for the base, and for the new server.");
}

/**
 * Returns the one server that `--command` names for all versions; null if it is not given.
 * @throws UsageError if it names two
 */
export function singleCommand(options: Pick<CompareOptions, "app" | "commands">): NamedApp | null {
  const pair = commandPair(options);
  if (pair === null || pair.base === pair.new) return pair && pair.base;
  throw new UsageError("Use --command once: all versions are started by the same command.");
}

/** Returns the first words of a command for messages, such as `next start`. */
export function commandWords({ command }: Pick<Command, "command">): string {
  const [program = "", ...rest] = command;
  return [basename(program), ...rest].join(" ");
}
