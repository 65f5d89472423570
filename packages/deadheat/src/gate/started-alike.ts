import { relative } from "node:path";
import { UsageError } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/measure";
import { appsOf, type NamedApp } from "../compare/apps.ts";
import type { ReadConfig } from "../config/checked.ts";
import type { Side } from "../entrants/side.ts";
import type { GatePair } from "./pairs.ts";

/**
 * Checks that each base is started as its own configuration says. Both versions are started as the new configuration
 * says. If a changed command makes the server slower, both versions would be slower, and the check would pass.
 * @param base the base's configuration
 * @param other the new version's configuration
 * @throws EnvironmentError if a base is started in another way
 */
export async function requireStartedAlike(
  pairs: readonly GatePair[],
  base: ReadConfig,
  other: ReadConfig | null,
): Promise<void> {
  const before = await serversOf(base);
  const after = other === null ? [] : await serversOf(other);
  for (const { app, sides } of pairs) {
    const side = sides.base;
    const [one, two] = [find(before, app), find(after, app)];
    if (one === null || two === null || startsAs(side, one, two, base, other)) continue;
    throw new EnvironmentError(
      `${side.name} was not measured as its own configuration starts it: the base's ${relative(base.folder, base.path)} names ` +
        `another server, command or setup for ${one.label} than the new one's. Name the server for both with --app, or give ` +
        "--app-from new to start both as the new configuration says",
    );
  }
}

async function serversOf(config: ReadConfig): Promise<NamedApp[]> {
  try {
    return await appsOf(null, config, config.folder);
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/** @param label null if the check has only one server */
function find(apps: readonly NamedApp[], label: string | null): NamedApp | null {
  const found = label === null && apps.length === 1 ? apps[0] : undefined;
  return found ?? apps.find((one) => one.label === label) ?? null;
}

function startsAs(
  side: Side,
  { program, setup }: NamedApp,
  other: NamedApp,
  base: ReadConfig,
  config: ReadConfig | null,
): boolean {
  if ((setup ?? base.setup) !== (other.setup ?? config?.setup ?? null)) return false;
  if (program.kind === "command") {
    return JSON.stringify(program) === JSON.stringify(other.program);
  }
  if (side.program.kind !== "file") return false;
  return relative(side.root, program.file) === relative(side.root, side.program.file);
}
