import { UsageError, type Warning } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import type { Commit } from "@deadheat/versions";
import type { ReadConfig } from "../config/read.ts";
import { readRuntimes, type WantedRuntime } from "../config/runtime.ts";
import { appsOf, type NamedApp } from "./apps.ts";
import { ownDependency } from "./found.ts";
import { lookUpPair } from "./look-up.ts";
import type { Preparation } from "./preparation.ts";
import type { Options } from "./options.ts";
import { preparingOf } from "./preparing.ts";
import type { Spec } from "./spec.ts";

export interface PlannedPair extends Pair<Preparation> {
  /** The server's name in the configuration; null if there is only one server. */
  readonly app: string | null;
  /** The sentences about the two that a reader must know first. */
  readonly notes: readonly Warning[];
}

/**
 * Looks up the pairs of servers: one for each server of the configuration that the options choose, on each runtime.
 * @param named the servers that `--command` or `--app` names; null for those of the configuration
 * @throws UsageError, EnvironmentError
 */
export async function pairsOf(
  specs: Pair<Spec>,
  commits: Pair<Commit | null>,
  named: Pair<NamedApp> | null,
  options: Options,
  config: ReadConfig | null,
): Promise<PlannedPair[]> {
  const isOwnRepository =
    commits.base !== null ||
    commits.new !== null ||
    [specs.base, specs.new].some(({ what }) => ownDependency(what) !== null);
  const configured = named === null && isOwnRepository ? await appsOf(config) : [];
  const apps = configured.length > 0 ? configured : [named?.new ?? null];
  const isGate = options.command === "gate";
  const isOwn = isGate || configured.length > 0 || (options.runtimes ?? []).length > 0;
  const wanted = isOwn ? runtimesOf(options, named?.new ?? null, config) : [];
  const pairs: PlannedPair[] = [];
  for (const app of chosen(apps, options.targets)) {
    // A gate compares two versions on one runtime; the runtimes of other servers may differ.
    const own =
      isGate || configured.length > 0
        ? (specs.new.runtime ?? specs.base.runtime ?? app?.runtime ?? null)
        : null;
    const preparing = preparingOf(options, config, app);
    const base = { ...preparing, app: named?.base.program ?? preparing.app };
    for (const runtime of own === null && wanted.length > 0 ? wanted : [own]) {
      const on = (spec: Spec) => ({ ...spec, runtime: spec.runtime ?? runtime });
      const pair = await lookUpPair({ base: on(specs.base), new: on(specs.new) }, commits, {
        base,
        new: preparing,
      });
      pairs.push({ ...pair, app: apps.length > 1 && app !== null ? app.label : null });
    }
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
    `--target ${unknown}: there is no such server. The servers are: ${labels.join(", ")}`,
  );
}

function runtimesOf(
  { app, runtimes = [] }: Options,
  named: NamedApp | null,
  config: ReadConfig | null,
): readonly WantedRuntime[] {
  if (runtimes.length === 0) return config?.runtimes ?? [];
  if (named !== null && named.runtime !== null) {
    throw new UsageError(
      `--app ${app} names a runtime, and --runtime names another. Name runtimes with --runtime alone`,
    );
  }
  return readRuntimes(runtimes);
}
