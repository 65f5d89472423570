import { UsageError, runtimes as known } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import type { ReadConfig } from "../config/checked.ts";
import { describePair, type DescribedPair } from "../entrants/describe.ts";
import type { SpecPair } from "../entrants/spec.ts";
import type { Side } from "../entrants/side.ts";
import type { WantedRuntime } from "../entrants/runtime-suffix.ts";
import type { InstallOptions } from "@deadheat/versions";
import { appsOf, type NamedApp } from "../compare/apps.ts";
import { commonOf, installingOf, preparePair } from "../compare/prepare.ts";
import type { GateOptions } from "./options.ts";

/** The base and the new version of a server, on one runtime. */
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
export async function preparePairs(
  specs: SpecPair,
  config: ReadConfig | null,
  options: GateOptions & Pick<InstallOptions, "cwd" | "signal" | "note">,
): Promise<GatePair[]> {
  const revisions = [specs.base, specs.new].some(({ what }) => what.kind === "revision");
  const apps = revisions ? await appsOf(options.app ?? null, config, options.cwd) : [null];
  const all: { app: string | null; described: DescribedPair }[] = [];
  const wanted = wantedRuntimes(options, config);
  if (options.app !== undefined && options.runtimes?.length && apps[0]?.runtime) {
    throw new UsageError(
      `--app ${options.app} names a runtime, and --runtime another. Name runtimes with --runtime alone`,
    );
  }
  for (const app of chosen(apps, options.targets)) {
    for (const runtime of runtimesOf(app, specs, wanted)) {
      const on = {
        base: { ...specs.base, runtime: specs.base.runtime ?? runtime },
        new: { ...specs.new, runtime: specs.new.runtime ?? runtime },
      };
      const described = await describePair(on, commonOf(options, config, app));
      all.push({ app: apps.length > 1 && app !== null ? app.label : null, described });
    }
  }
  for (const line of new Set(all.flatMap(({ described }) => described.notes))) options.note(line);
  const pairs: GatePair[] = [];
  // Nothing is installed before all arguments were checked.
  for (const { app, described } of all) {
    const sides = await preparePair(described, installingOf(options));
    pairs.push({ app, sides: app === null ? sides : named(sides, app), notes: described.notes });
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

function wantedRuntimes(
  { runtimes = [] }: GateOptions,
  config: ReadConfig | null,
): readonly WantedRuntime[] {
  if (runtimes.length === 0) return config?.runtimes ?? [];
  return runtimes.map((text) => {
    const [written, version = null] = text.split("@");
    const name = known.find((one) => one === written);
    if (name !== undefined) return { name, version };
    throw new UsageError(
      `--runtime ${text}: name ${known.join(", ")}, each with or without @version`,
    );
  });
}

function runtimesOf(
  app: NamedApp | null,
  { base, new: next }: SpecPair,
  wanted: readonly WantedRuntime[],
): readonly (WantedRuntime | null)[] {
  const own = next.runtime ?? base.runtime ?? app?.runtime ?? null;
  if (own !== null) return [own];
  return wanted.length === 0 ? [null] : wanted;
}

function named({ base, new: next }: Pair<Side>, label: string): Pair<Side> {
  const name = (side: Side) => ({ ...side, name: `${label} ${side.name}` });
  return { base: name(base), new: name(next) };
}

/** Returns one pair of the base with itself for each runtime, by the index of the pair before it. */
export function controlsOf(pairs: readonly GatePair[]): ReadonlyMap<number, GatePair> {
  const seen = new Set<string>();
  const controls = new Map<number, GatePair>();
  for (const [
    i,
    {
      app,
      sides: { base },
    },
  ] of pairs.entries()) {
    const runtime = `${base.runtime} ${base.found.version}`;
    if (seen.has(runtime)) continue;
    seen.add(runtime);
    controls.set(i, { app, sides: { base, new: base }, notes: [] });
  }
  return controls;
}
