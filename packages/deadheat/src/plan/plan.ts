import { UsageError, type Warning } from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";
import type { Pair } from "@deadheat/measure";
import type { Commit } from "@deadheat/versions";
import type { ReadRequest } from "../config/read-requests.ts";
import { readConfig, type ReadConfig } from "../config/read.ts";
import { readRuntimes, type WantedRuntime } from "../config/runtime.ts";
import type { ReadServices } from "../config/services.ts";
import { appsOf, type NamedApp, onRuntimeOf, withApp } from "./apps.ts";
import { commandPair, commandSpecs } from "./commands.ts";
import { limitsOf, type FoundLimits } from "./limits.ts";
import { commitsOf, isOwnDependency, lookUpPair, type LookedUp } from "./look-up.ts";
import { preparingOf, servicesOf } from "./preparing.ts";
import { namedSides } from "./names.ts";
import type { Options } from "./options.ts";
import { repeatingCommand } from "./repeat.ts";
import { requestsOf, usualRequests } from "./requests.ts";
import { parsePair, type Spec } from "./spec.ts";

/** Everything that `compare`, `gate` and `explain` know before they install anything. */
export interface Plan {
  readonly options: Options;
  readonly startedAt: string;
  /** The user's configuration, which is the new version's; null if there is none, or if it does not concern the servers. */
  readonly config: ReadConfig | null;
  readonly names: Pair<ReturnType<typeof namedSides>["base"]["told"]>;
  /** The pairs of servers. Only a gate may have several. */
  readonly pairs: readonly PlannedPair[];
  /** The limits and requests, as far as they are known without the base's configuration. */
  readonly limits: FoundLimits;
  /** The requests if neither the command nor a configuration names any. */
  readonly usual: readonly ReadRequest[];
  readonly services: ReadServices | null;
  readonly command: string;
}

export interface PlannedPair extends Pair<LookedUp> {
  /** The server's name in the configuration; null if there is only one server. */
  readonly app: string | null;
  /** The sentences about the two that a reader must know first. */
  readonly notes: readonly Warning[];
}

/**
 * Reads what the options name. Resolves each revision once, and installs nothing.
 * @throws UsageError, EnvironmentError
 */
export async function resolve(options: Options): Promise<Plan> {
  const { command, cwd } = options;
  const startedAt = new Date().toISOString();
  const commands = commandPair(options);
  const { specs, app } = withApp(await specsOf(options, commands), options.app, cwd);
  const config = await configFor(specs, options);
  if (command !== "compare" || options.explain || options.functions) refuseRunning(specs, command);
  const requests = requestsOf(options, config, cwd);
  const commits = await commitsOf(specs, cwd);
  const named = app && { base: app, new: app };
  const pairs = await pairsOf(specs, commits, commands ?? named, options, config);
  for (const line of new Set(pairs.flatMap(({ notes }) => notes.map(warningWords)))) {
    options.note(line);
  }
  const usual = usualRequests(
    pairs.flatMap((pair) => [isStarter(pair.base), isStarter(pair.new)]),
    cwd,
    options,
  );
  const names = namedSides(specs, commits);
  const again = [...names.base.again, ...names.new.again];
  return {
    options,
    startedAt,
    config,
    names: { base: names.base.told, new: names.new.told },
    pairs,
    limits: await limitsOf(null, usual, options, config),
    usual,
    services: servicesOf(options, config),
    command: repeatingCommand(command, again, options.requests ? linesOf(requests) : [], options),
  };
}

async function specsOf(
  { base, new: next, cwd }: Options,
  commands: Pair<NamedApp> | null,
): Promise<Pair<Spec>> {
  if (base !== undefined) {
    const pair = await parsePair(base, next ?? null, cwd);
    if (commands === null) return pair;
    const on = (spec: Spec, { runtime }: NamedApp) => onRuntimeOf(runtime, "--command", spec);
    return { base: on(pair.base, commands.base), new: on(pair.new, commands.new) };
  }
  if (commands !== null) return commandSpecs(commands, cwd);
  throw new UsageError("The base is missing. Name it, such as main, or use --command twice.");
}

/** Reads the configuration, which is about the user's own servers. A gate takes its limits from it for any server. */
async function configFor(
  { base, new: next }: Pair<Spec>,
  { command, app, config, cwd }: Options,
): Promise<ReadConfig | null> {
  const foreign = [base, next].every(
    ({ what }) => what.kind === "package" && !isOwnDependency(what),
  );
  if (command !== "gate" && foreign && app === undefined && config === undefined) return null;
  return readConfig(cwd, config ?? null);
}

function linesOf(requests: readonly ReadRequest[] | null): string[] {
  // `--urls` names the requests that have several paths.
  const single = (requests ?? []).filter(({ paths }) => paths === null);
  return single.map(({ request: { method, path } }) => `${method} ${path}`);
}

function isStarter({ spec, preparing }: LookedUp): { starter: boolean } {
  return { starter: spec.what.kind === "package" && preparing.app === null };
}

async function pairsOf(
  specs: Pair<Spec>,
  commits: Pair<Commit | null>,
  named: Pair<NamedApp> | null,
  options: Options,
  config: ReadConfig | null,
): Promise<PlannedPair[]> {
  const isOwnRepository =
    commits.base !== null ||
    commits.new !== null ||
    [specs.base, specs.new].some(({ what }) => isOwnDependency(what));
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

/** @throws UsageError if a server runs already: its process has no profiler, and a gate must start both the same way */
function refuseRunning({ base, new: next }: Pair<Spec>, command: Options["command"]): void {
  const running = [base, next].find(({ what }) => what.kind === "running");
  if (running === undefined) return;
  throw new UsageError(
    command === "gate"
      ? `${running.text} runs already, and a gate starts its servers itself. Use \`deadheat compare\` for a running server`
      : `${running.text} runs already, and explain starts its servers itself. Name a file, a command or a revision`,
  );
}
