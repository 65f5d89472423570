import { UsageError } from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";
import type { Pair } from "@deadheat/measure";
import { readConfig, type ReadConfig } from "../config/read.ts";
import type { ReadServices } from "../config/services.ts";
import { withApp } from "./apps.ts";
import { commandPair } from "./commands.ts";
import { limitsOfBase, ownLimits, type FoundLimits } from "./limits.ts";
import { ownDependency } from "./found.ts";
import { commitOf, commitsOf } from "./look-up.ts";
import type { Preparation } from "./preparation.ts";
import { namedSides } from "./names.ts";
import type { Options } from "./options.ts";
import { pairsOf, type PlannedPair } from "./pairs.ts";
import { repeatingCommand, requestLines } from "./repeat.ts";
import { requestsOf, usualRequests } from "./requests.ts";
import { servicesOf } from "./services.ts";
import type { Spec } from "./spec.ts";
import { otherSpecs, specsOf } from "./specs.ts";
import { effortOf, testbedOf, type Effort, type TestbedOptions } from "./effort.ts";

/** Everything that `compare`, `gate` and `explain` know before they install anything. No later step reads the options. */
export interface Plan {
  readonly command: Options["command"];
  readonly cwd: string;
  readonly effort: Effort;
  readonly testbed: TestbedOptions;
  /** The options that name how the servers are started. */
  readonly starting: Pick<Options, "app" | "commands" | "targets" | "appFrom">;
  readonly startedAt: string;
  /** The user's configuration, which is the new version's; null if there is none, or if it does not concern the servers. */
  readonly config: ReadConfig | null;
  readonly names: Pair<ReturnType<typeof namedSides>["base"]["told"]>;
  /** The pairs of servers. Only a gate may have several. */
  readonly pairs: readonly PlannedPair[];
  /** The limits and requests, as far as they are known without the base's configuration. */
  readonly limits: FoundLimits;
  /** Returns the limits of the base's configuration, from the folder in which the base is checked out. */
  readonly limitsOfBase: (folder: string) => Promise<FoundLimits>;
  readonly services: ReadServices | null;
  /** The command that repeats this one. */
  readonly repeat: string;
}

/**
 * Reads what the options name. Resolves each revision once, and installs nothing.
 * @throws UsageError, EnvironmentError
 */
export async function resolve(options: Options): Promise<Plan> {
  const { command, cwd } = options;
  const startedAt = new Date().toISOString();
  const commands = commandPair(options);
  const written = await specsOf(options, commands);
  const { specs, others, app } = withApp(written, options.app, cwd, await otherSpecs(options));
  const isProfiled = command !== "compare" || options.explain || options.functions;
  refuseRunning(isProfiled ? [specs.base, specs.new, ...others] : others, command);
  const config = await configFor(specs, options);
  const requests = requestsOf(options, config, cwd);
  const commits = await commitsOf(specs, cwd);
  const named = app && { base: app, new: app };
  const versions = [{ specs, commits, named: commands ?? named }];
  for (const other of others) {
    const own = { base: commits.base, new: await commitOf(other, cwd) };
    versions.push({ specs: { base: specs.base, new: other }, commits: own, named });
  }
  const pairs: PlannedPair[] = [];
  for (const one of versions) pairs.push(...(await pairsOf(one, options, config)));
  if (others.length > 0 && pairs.length > versions.length) {
    throw new UsageError(
      "More than two servers are compared with one app on one runtime. Choose one with --target or --runtime",
    );
  }
  for (const line of new Set(pairs.flatMap(({ notes }) => notes.map(warningWords)))) {
    options.note(line);
  }
  const starters = pairs.flatMap((pair) => [isStarter(pair.base), isStarter(pair.new)]);
  const requestsUnder = (one: ReadConfig | null) =>
    requestsOf(options, one, cwd) ?? usualRequests(starters, cwd, options, one);
  const limits = ownLimits(requestsUnder(config), options, config);
  const names = namedSides(specs, commits);
  const again = [...names.base.again, ...names.new.again, ...(options.others ?? [])];
  const told = others.length === 0 ? names.new.told : severalServers(1 + others.length);
  return {
    command,
    cwd,
    limits,
    limitsOfBase: (folder) => limitsOfBase(folder, limits, requestsUnder, options),
    effort: effortOf(options),
    testbed: testbedOf(options),
    starting: {
      app: options.app,
      commands: options.commands,
      targets: options.targets,
      appFrom: options.appFrom,
    },
    startedAt,
    config,
    names: { base: names.base.told, new: told },
    pairs,
    services: servicesOf(options, config),
    repeat: repeatingCommand(
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

const severalServers = (count: number): Plan["names"]["new"] => ({
  name: `${count} servers`,
  commit: null,
});

function isStarter({ spec, preparing }: Preparation): { starter: boolean } {
  return { starter: spec.what.kind === "package" && preparing.app === null };
}

/** @throws UsageError if a server runs already: its process has no profiler, and a gate must start both the same way */
function refuseRunning(specs: readonly Spec[], command: Options["command"]): void {
  const running = specs.find(({ what }) => what.kind === "running");
  if (running === undefined) return;
  throw new UsageError(
    command === "gate"
      ? `${running.text} runs already, and a gate starts its servers itself. Use \`deadheat compare\` for a running server`
      : `${running.text} runs already, and explain starts its servers itself. Name a file, a command or a revision`,
  );
}
