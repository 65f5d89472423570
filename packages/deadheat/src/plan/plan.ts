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
import { commitsOf, type LookedUp } from "./look-up.ts";
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

function isStarter({ spec, preparing }: LookedUp): { starter: boolean } {
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
