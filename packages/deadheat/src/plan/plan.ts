import { UsageError } from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";
import type { Pair } from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { readConfig, type ReadConfig } from "../config/read.ts";
import type { ReadServices } from "../config/services.ts";
import { withApp } from "./apps.ts";
import { commandPair } from "./commands.ts";
import { ownLimits, type FoundLimits } from "./limits.ts";
import { ownDependency } from "./found.ts";
import type { Commit } from "@deadheat/versions";
import { commitsOf } from "./look-up.ts";
import type { Preparation } from "./preparation.ts";
import { namedSides } from "./names.ts";
import type { Options } from "./options.ts";
import { pairsOf, type PlannedPair } from "./pairs.ts";
import { repeatingCommand, requestLines } from "./repeat.ts";
import { requestsOf, usualFor, usualRequests } from "./requests.ts";
import { servicesOf } from "./services.ts";
import type { Spec } from "./spec.ts";
import { specsOf } from "./specs.ts";

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
  const first = await pairsOf(specs, commits, commands ?? named, options, config);
  const further = await furtherPairs(specs.base, commits.base, options, config);
  const pairs = [...first, ...further];
  if (further.length > 0 && first.length > 1) {
    throw new UsageError(
      "More than two servers are compared with one app on one runtime. Choose one with --target or --runtime",
    );
  }
  for (const line of new Set(pairs.flatMap(({ notes }) => notes.map(warningWords)))) {
    options.note(line);
  }
  const usual = usualRequests(
    pairs.flatMap((pair) => [isStarter(pair.base), isStarter(pair.new)]),
    cwd,
    options,
  );
  const names = namedSides(specs, commits);
  const others = options.others ?? [];
  const again = [...names.base.again, ...names.new.again, ...others];
  const told = others.length === 0 ? names.new.told : severalServers(1 + others.length);
  return {
    options,
    startedAt,
    config,
    names: { base: names.base.told, new: told },
    pairs,
    limits: ownLimits(requests ?? usualFor(usual, config), options, config),
    usual,
    services: servicesOf(options, config),
    command: repeatingCommand(
      command,
      again,
      options.requests ? requestLines(requests) : [],
      options,
    ),
  };
}

/** Looks up the pairs of the base with each further server. @throws UsageError if a server is named twice */
async function furtherPairs(
  base: Spec,
  commit: Commit | null,
  options: Options,
  config: ReadConfig | null,
): Promise<PlannedPair[]> {
  const { others = [], new: next, cwd } = options;
  const names = [options.base, next, ...others];
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (others.length > 0 && twice !== undefined) {
    throw new UsageError(
      `${twice} is named twice. Name each server once, or give one a label: b=${twice}`,
    );
  }
  const pairs: PlannedPair[] = [];
  for (const other of others) {
    const own = withApp(await specsOf({ ...options, new: other }, null), options.app, cwd);
    if (own.specs.new.what.kind === "running") refuseRunning(own.specs, options.command);
    const commits = { base: commit, new: (await commitsOf(own.specs, cwd)).new };
    const named = own.app && { base: own.app, new: own.app };
    const specs = { base, new: own.specs.new };
    pairs.push(...(await pairsOf(specs, commits, named, options, config)));
  }
  return pairs;
}

/** Reads the configuration, which is about the user's own servers. A gate takes its limits from it for any server. */
async function configFor(
  { base, new: next }: Pair<Spec>,
  { command, app, config, cwd }: Options,
): Promise<ReadConfig | null> {
  const foreign = [base, next].every(
    ({ what }) => what.kind === "package" && ownDependency(what) === null,
  );
  if (command !== "gate" && foreign && app === undefined && config === undefined) return null;
  return readConfig(cwd, config ?? null);
}

const severalServers = (count: number): Plan["names"]["new"] => ({
  name: `${count} servers`,
  commit: null,
});

function isStarter({ spec, preparing }: Preparation): { starter: boolean } {
  return { starter: spec.what.kind === "package" && preparing.app === null };
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
