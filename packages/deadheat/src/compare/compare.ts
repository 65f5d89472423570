import { resolve } from "node:path";
import process from "node:process";
import { COMPARISON_MARGIN, type Comparison } from "@deadheat/judge";
import { drawSeed, type Pair } from "@deadheat/measure";
import { readRequests, type ReadConfig, type ReadRequest } from "../config/read.ts";
import { describePair, type Common } from "../entrants/describe.ts";
import { prepareSides, type Described } from "../entrants/sides.ts";
import type { InstallOptions } from "../installs/options.ts";
import { fileApp, type NamedApp } from "./apps.ts";
import { parsePair } from "../entrants/pair.ts";
import type { Side } from "../entrants/side.ts";
import { openRun } from "../folder/run-folder.ts";
import { starterExchange } from "../starters/starter.ts";
import { onGround, runsDirectory } from "./ground.ts";
import { interruptible } from "./interruptible.ts";
import type { CompareOptions } from "./options.ts";
import { compareSides } from "./sides.ts";

/** What was found of two servers. */
export interface Compared {
  /** As output calls them. */
  readonly base: string;
  readonly new: string;
  /** One a request, in the order in which they were asked for; corrected together where they are several. */
  readonly comparisons: readonly Comparison[];
  /** The folder of the journals. */
  readonly out: string;
}

/**
 * Two servers against each other: the new one over the base. They are installed or checked out where they have to be,
 * started once to see that they answer alike, and then measured in duets. Prints nothing.
 * @throws UsageError for what cannot be meant, ComparisonFailed and EnvironmentError for what could not be measured,
 *   Interrupted when the signal is raised. No process is left on any way out.
 */
export async function compare(options: CompareOptions): Promise<Compared> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const signal = interruptible(options.signal);
  const note = options.onProgress ?? (() => {});
  const specs = await parsePair(options.base, options.new ?? null, cwd);
  const app = options.app === undefined ? null : fileApp(resolve(cwd, options.app));
  const described = await describePair(specs, commonOf({ ...options, cwd }, null, app));
  const installing = installingOf({ ...options, cwd, signal, note });
  const sides = await preparePair(described, installing);
  const requests = requestsOf(options, null, [sides.reference, sides.target], cwd);
  const { budgetSeconds = null, blocks = null, until = null, gate = null } = options;
  return onGround({ ...options, signal, note }, async (ground) => {
    const folder = openRun(options.out ?? null, runsDirectory());
    const comparisons = await compareSides(sides, requests, {
      ...ground,
      rule: { budgetSeconds, blocks, until, gate },
      family: requests.length,
      margin: options.margin ?? COMPARISON_MARGIN,
      seed: options.seed ?? drawSeed(),
      folder,
      journal: "compare",
      allowDifferent: options.allowDifferent ?? false,
      aa: options.aa ?? false,
    });
    const { reference, target } = sides;
    return { base: reference.name, new: target.name, comparisons, out: folder.out };
  });
}

type Shared = Omit<CompareOptions, "base">;

/** What goes for both of a pair. */
export function commonOf(
  { cwd, setup, appFrom, env }: Shared & { readonly cwd: string },
  config: ReadConfig | null,
  app: NamedApp | null,
): Common {
  return {
    cwd,
    app: app?.program ?? null,
    appFrom: appFrom ?? "new",
    setup: setup ?? app?.setup ?? config?.setup ?? null,
    env: env ?? config?.env ?? [],
  };
}

export function installingOf(
  options: Shared & Pick<InstallOptions, "cwd" | "signal" | "note">,
): InstallOptions {
  const { offline = false, allowScripts = [], allowGit = false, cwd, signal, note } = options;
  return { offline, allowScripts, allowGit, cwd, signal, note };
}

/** What was asked for, else what the configuration has, else what is usual. */
export function requestsOf(
  { requests }: Shared,
  config: ReadConfig | null,
  sides: readonly Side[],
  cwd: string,
): readonly ReadRequest[] {
  if (requests !== undefined) return readRequests(requests, cwd, "requests");
  if (config !== null && config.requests.length > 0) return config.requests;
  return readRequests([usualRequest(sides)], cwd, "requests");
}

/** The apps that are there for packages have nothing at `/`. */
function usualRequest(sides: readonly Side[]): string {
  const { method, path } = starterExchange.request;
  return sides.every(({ starter }) => starter) ? `${method} ${path}` : "GET /";
}

/** Both made ready, and told apart where they are called alike. */
export async function preparePair(
  { reference, target }: Pair<Described>,
  installing: InstallOptions,
): Promise<Pair<Side>> {
  const [base, other] = await prepareSides([reference, target], installing);
  return distinct({ reference: base as Side, target: other as Side });
}

function distinct({ reference, target }: Pair<Side>): Pair<Side> {
  if (reference.name !== target.name || reference.text === target.text)
    return { reference, target };
  return {
    reference: { ...reference, name: `base-${reference.name}` },
    target: { ...target, name: `new-${target.name}` },
  };
}
