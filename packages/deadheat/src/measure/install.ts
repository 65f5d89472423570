import { relative } from "node:path";
import { EnvironmentError, UsageError, type Warning } from "@deadheat/journal";
import { type Pair } from "@deadheat/measure";
import { NothingTested } from "../errors.ts";
import type { ReadConfig } from "../config/read.ts";
import { appsOf, type NamedApp } from "../plan/apps.ts";
import type { FoundLimits } from "../plan/limits.ts";
import type { Plan } from "../plan/plan.ts";
import type { Installed } from "../ready/installed.ts";
import { preparePair } from "../ready/sides.ts";
import type { OtherWork } from "./testbed.ts";
import { refuseUnchanged } from "./unchanged.ts";

/** The servers of a plan, ready to start. */
export interface InstalledPairs {
  readonly pairs: readonly InstalledPair[];
  /** The limits and the requests, which the base's configuration decides if it has one. */
  readonly limits: FoundLimits;
}

export interface InstalledPair {
  readonly app: string | null;
  readonly notes: readonly Warning[];
  readonly sides: Pair<Installed>;
}

/**
 * Installs or checks out every server of a plan.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function install(
  { command, effort, starting, config, pairs: planned, limits: own, limitsOfBase }: Plan,
  { onAllCpus }: Pick<OtherWork, "onAllCpus">,
): Promise<InstalledPairs> {
  if (!effort.aa) refuseUnchanged(planned);
  const pairs: InstalledPair[] = [];
  for (const { app, notes, ...pair } of planned) {
    const { base, new: next } = await onAllCpus(() => preparePair(pair));
    const called = (side: Installed) =>
      app === null ? side : { ...side, name: `${app} ${side.name}` };
    pairs.push({ app, notes, sides: { base: called(base), new: called(next) } });
  }
  const base = pairs[0]?.sides.base;
  if (command !== "gate" || !base?.revision) return { pairs, limits: own };
  const limits = await limitsOfBase(base.cwd);
  const isNamed = starting.app !== undefined || starting.commands !== undefined;
  if (limits.base !== null && !isNamed) await requireAll(limits.base, config, starting.targets);
  if (limits.base !== null && !isNamed && starting.appFrom !== "new") {
    await requireStartedAlike(pairs, limits.base, config);
  }
  // A change must not name the folders that it may write to.
  return { pairs: pairs.map((pair) => writing(pair, limits.config)), limits };
}

function writing(pair: InstalledPair, config: ReadConfig | null): InstalledPair {
  const writable = config?.writable ?? [];
  const { base, new: next } = pair.sides;
  return { ...pair, sides: { base: { ...base, writable }, new: { ...next, writable } } };
}

/**
 * Checks that each base is started as its own configuration says. Both versions are started as the new configuration
 * says. If a changed command makes the server slower, both versions would be slower, and the check would pass.
 * @throws EnvironmentError if a base is started in another way
 */
async function requireStartedAlike(
  pairs: readonly InstalledPair[],
  base: ReadConfig,
  other: ReadConfig | null,
): Promise<void> {
  const before = await serversOf(base);
  const after = other === null ? [] : await serversOf(other);
  for (const { app, sides } of pairs) {
    const side = sides.base;
    const [one, two] = [find(before, app), find(after, app)];
    if (one === null || (two !== null && startsAs(side, one, two, base, other))) continue;
    throw new EnvironmentError(
      `${side.name} was not measured as its own configuration starts it: the base's ${relative(base.folder, base.path)} names ` +
        `another server, command or setup for ${one.label} than the new one's. Name the server for both with --app, or add ` +
        "--app-from new to start both as the new configuration says",
    );
  }
}

/**
 * Checks that the new configuration still has all servers of the base's. A change could make a server slower and take it out
 * of the check.
 * @param chosen the labels that the user has chosen; none if all servers are meant
 * @throws NothingTested
 */
async function requireAll(
  base: ReadConfig,
  other: ReadConfig | null,
  chosen: readonly string[] = [],
): Promise<void> {
  if (chosen.length > 0) return;
  const kept = new Set((other === null ? [] : await serversOf(other)).map(({ label }) => label));
  const before = (await serversOf(base)).map(({ label }) => label);
  const removed = before.filter((one) => !kept.has(one));
  // A single server may be renamed: it is checked that both are started in the same way.
  if (removed.length === 0 || before.length === 1) return;
  throw new NothingTested(
    `${removed.join(", ")}: the base's configuration has this server and the new one's does not, so it was not tested. To check ` +
      "the others alone, choose them with --target",
  );
}

async function serversOf(config: ReadConfig): Promise<NamedApp[]> {
  try {
    return await appsOf(config);
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/** @param label null if the gate has only one server */
function find(apps: readonly NamedApp[], label: string | null): NamedApp | null {
  const found = label === null && apps.length === 1 ? apps[0] : undefined;
  return found ?? apps.find((one) => one.label === label) ?? null;
}

function startsAs(
  side: Installed,
  { program, setup }: NamedApp,
  other: NamedApp,
  base: ReadConfig,
  config: ReadConfig | null,
): boolean {
  if ((setup ?? base.setup) !== (other.setup ?? config?.setup ?? null)) return false;
  if (program?.kind === "command") {
    return JSON.stringify(program) === JSON.stringify(other.program);
  }
  if (side.program.kind !== "file" || program === null) return false;
  return relative(side.root, program.file) === relative(side.root, side.program.file);
}
