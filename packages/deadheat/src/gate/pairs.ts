import { relative } from "node:path";
import { runtimes as known, UsageError } from "@deadheat/journal";
import { EnvironmentError, type Pair } from "@deadheat/measure";
import { appsOf, type NamedApp, preparingOf } from "../compare/prepare.ts";
import type { ReadConfig } from "../config/read.ts";
import { lookUpPair } from "../entrants/look-up.ts";
import { readRuntime, type WantedRuntime } from "../entrants/runtime-suffix.ts";
import type { Side } from "../entrants/side.ts";
import { preparePair } from "../entrants/sides.ts";
import type { Asked } from "./options.ts";

export interface GatePair {
  readonly sides: Pair<Side>;
  /** The server's name in the configuration; null if the check has only one server. */
  readonly app: string | null;
  /** Sentences about the two that the reader needs before the result. */
  readonly notes: readonly string[];
}

/**
 * Installs each server on each of its runtimes, so that it can be started.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function preparePairs(asked: Asked): Promise<GatePair[]> {
  const { specs, own, app: file, cwd } = asked;
  const revisions = [specs.base, specs.new].some(({ what }) => what.kind === "revision");
  const apps = revisions ? await appsOf(file ?? null, own, cwd) : [null];
  if (file !== undefined && asked.runtimes?.length && apps[0]?.runtime) {
    throw new UsageError(
      `--app ${file} names a runtime, and --runtime another. Name runtimes with --runtime alone`,
    );
  }
  const wanted = wantedRuntimes(asked);
  const found: { app: NamedApp | null; pair: Awaited<ReturnType<typeof lookUpPair>> }[] = [];
  for (const app of chosen(apps, asked.targets)) {
    const named = specs.new.runtime ?? specs.base.runtime ?? app?.runtime ?? null;
    for (const runtime of named === null && wanted.length > 0 ? wanted : [named]) {
      const on = {
        base: { ...specs.base, runtime: specs.base.runtime ?? runtime },
        new: { ...specs.new, runtime: specs.new.runtime ?? runtime },
      };
      found.push({ app, pair: await lookUpPair(on, preparingOf(asked, own, app)) });
    }
  }
  for (const line of new Set(found.flatMap(({ pair }) => pair.notes))) asked.note(line);
  const pairs: GatePair[] = [];
  // Nothing is installed before all arguments were checked.
  for (const { app, pair } of found) {
    const sides = await preparePair(pair);
    const label = apps.length > 1 && app !== null ? app.label : null;
    const called = (side: Side) => (label ? { ...side, name: `${label} ${side.name}` } : side);
    const named = { base: called(sides.base), new: called(sides.new) };
    pairs.push({ app: label, sides: named, notes: pair.notes });
  }
  return pairs;
}

function chosen(
  apps: readonly (NamedApp | null)[],
  targets: readonly string[] = [],
): readonly (NamedApp | null)[] {
  const labels = apps.map((app) => app?.label ?? "");
  const unknown = targets.find((target) => !labels.includes(target));
  if (unknown === undefined) {
    return targets.length === 0 ? apps : apps.filter((app) => targets.includes(app?.label ?? ""));
  }
  throw new UsageError(
    `--target ${unknown}: this check has no such server. Its servers are: ${labels.join(", ")}`,
  );
}

/** Returns the runtimes that the command names, else those of the configuration. */
function wantedRuntimes({ runtimes = [], own }: Asked): readonly WantedRuntime[] {
  if (runtimes.length === 0) return own?.runtimes ?? [];
  return runtimes.map((text) => {
    const runtime = readRuntime(text);
    if (runtime !== null) return runtime;
    throw new UsageError(
      `--runtime ${text}: name ${known.join(", ")}, each with or without @version`,
    );
  });
}

/** Returns one pair of the base with itself for each runtime, by the index of the pair before it. */
export function controlsOf(pairs: readonly GatePair[]): ReadonlyMap<number, GatePair> {
  const runtimes = pairs.map(({ sides }) => `${sides.base.runtime} ${sides.base.found.version}`);
  return new Map(
    pairs.flatMap(({ app, sides: { base } }, i) =>
      runtimes.indexOf(runtimes[i] ?? "") === i
        ? [[i, { app, sides: { base, new: base }, notes: [] }]]
        : [],
    ),
  );
}

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
