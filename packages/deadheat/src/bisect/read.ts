import { resolve } from "node:path";
import process from "node:process";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { requireRevision, type Commit } from "@deadheat/versions";
import { appsOf, onBoth, withApp, type NamedApp } from "../plan/apps.ts";
import { singleCommand } from "../plan/commands.ts";
import { preparingOf, type Preparing } from "../plan/preparing.ts";
import { servicesOf } from "../plan/services.ts";
import type { ReadServices } from "../config/services.ts";
import { requestsOf } from "../plan/requests.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { readConfig, type ReadConfig } from "../config/read.ts";
import { parsePair, parseSpec, surroundings, type Spec } from "../plan/spec.ts";
import { readPackage } from "../plan/package-name.ts";
import type { CandidateLine } from "../search/candidate.ts";
import { commitLine } from "./line/commits.ts";
import { runtimeLine, versionLine } from "./line/releases.ts";
import type { BisectOptions } from "./options.ts";
import { lookUpCandidate } from "../search/session.ts";

/** The checked options of a search. Nothing is installed yet. */
export interface Asked {
  readonly options: BisectOptions;
  readonly cwd: string;
  readonly config: ReadConfig | null;
  readonly specs: Pair<Spec>;
  /** Both ends as commits; null if the line has none. */
  readonly commits: Pair<Commit> | null;
  readonly line: CandidateLine;
  readonly preparing: Preparing;
  /** The services of the servers; null without services. */
  readonly services: ReadServices | null;
  /** The request; null for the usual one. */
  readonly request: ReadRequest | null;
}

/**
 * Reads what the options name, and finds the candidates between both ends.
 * @throws UsageError, EnvironmentError with what to do, before anything is installed; Interrupted
 */
export async function readAsked(
  options: BisectOptions,
  signal: AbortSignal,
  note: (line: string) => void,
): Promise<Asked> {
  const cwd = resolve(options.cwd ?? process.cwd());
  requireShares(options);
  const config = await readConfig(cwd, options.config ?? null);
  const { specs, app } = await named(options, config, cwd);
  const requests = requestsOf(options, config, cwd);
  if (requests !== null && requests.length > 1) {
    throw new UsageError(
      `A search follows one request, and there are ${requests.length}: ${requests.map(({ name }) => name).join(", ")}. Choose one with --request`,
    );
  }
  const preparing = preparingOf({ ...options, cwd, signal, note }, config, app);
  const services = servicesOf({ ...options, cwd }, config);
  const kind = kindOf(specs);
  const commits =
    kind === "commits"
      ? {
          base: await requireRevision(revisionOf(specs.base), cwd),
          new: await requireRevision(revisionOf(specs.new), cwd),
        }
      : null;
  const { app: program, appFrom } = preparing;
  const file = appFrom === "each" && program?.kind === "file" ? program.file : null;
  const line =
    commits !== null
      ? await commitLine(specs, commits, cwd, file)
      : await (kind === "versions" ? versionLine : runtimeLine)(specs, preparing);
  const newest = line.candidates.at(-1);
  for (const end of [line.candidates[0], newest]) {
    if (end && newest) await lookUpCandidate(end, newest, preparing);
  }
  const request = requests?.[0] ?? null;
  return { options, cwd, config, specs, commits, line, preparing, services, request };
}

function requireShares({ threshold = null, all = null }: BisectOptions): void {
  for (const [name, share] of [
    ["threshold", threshold],
    ["all", all],
  ] as const) {
    if (share === null || (share > 0 && share < 1)) continue;
    throw new UsageError(`${name} must be a share between 0 and 1, such as 0.05, and is ${share}`);
  }
}

async function named(
  options: BisectOptions,
  config: ReadConfig | null,
  cwd: string,
): Promise<{ specs: Pair<Spec>; app: NamedApp | null }> {
  const pair = await parseEnds(options, cwd);
  if (options.app !== undefined) return withApp(pair, options.app, cwd);
  const command = singleCommand(options);
  if (command !== null) {
    return { specs: onBoth(command.runtime, "--command", pair), app: command };
  }
  if (pair.base.what.kind !== "revision" || pair.new.what.kind !== "revision") {
    return { specs: pair, app: null };
  }
  const apps = await appsOf(config);
  const [app = null] = apps;
  if (apps.length > 1) {
    const labels = apps.map(({ label }) => label).join(", ");
    throw new UsageError(
      `A search follows one server, and the configuration has ${apps.length}: ${labels}. Choose one with --app`,
    );
  }
  const runtime = app?.runtime ?? config?.runtimes[0] ?? null;
  return { specs: onBoth(runtime, app?.label ?? "", pair), app };
}

/** A single end is a range, or a revision to compare HEAD with. */
async function parseEnds(
  { base, new: next, app }: BisectOptions,
  cwd: string,
): Promise<Pair<Spec>> {
  const pair = await parsePair(base, next ?? null, cwd, app);
  const { what } = pair.new;
  if (what.kind !== "revision" || what.revision !== null) return pair;
  const head = await parseSpec("git:HEAD", surroundings(cwd));
  return { base: pair.base, new: { ...head, text: "HEAD", runtime: pair.base.runtime } };
}

function kindOf({ base, new: next }: Pair<Spec>): CandidateLine["kind"] {
  const kinds = [base.what.kind, next.what.kind];
  const [one, two] = [base.runtime, next.runtime];
  const sameRuntime = one?.name === two?.name || one === null || two === null;
  const together = `${base.text} and ${next.text}`;
  if (kinds[0] !== kinds[1] || !sameRuntime) {
    throw new UsageError(
      `${together} are of different kinds, so nothing lies between them. Use two commits, two versions of one package, or one server on two ` +
        "releases of a runtime (express/node@20 express/node@26)",
    );
  }
  const otherRuntime = one?.version !== two?.version;
  if (otherRuntime && sameServer(base, next)) return "runtimes";
  if (otherRuntime) {
    throw new UsageError(
      `${together} also run on different runtime versions. bisect can follow only one change: use the same runtime for both`,
    );
  }
  if (kinds[0] === "revision") return "commits";
  if (kinds[0] === "package") return "versions";
  throw new UsageError(
    `Nothing lies between ${together}. Use two commits, two versions of one package, or one server on two releases of a runtime`,
  );
}

function sameServer({ what: one }: Spec, { what: two }: Spec): boolean {
  if (one.kind === "package" && two.kind === "package") {
    return JSON.stringify(readPackage(one.wanted)) === JSON.stringify(readPackage(two.wanted));
  }
  return one.kind !== "running" && JSON.stringify(one) === JSON.stringify(two);
}

function revisionOf({ what, text }: Spec): string {
  if (what.kind === "revision" && what.revision !== null) return what.revision;
  throw new UsageError(
    `${text} is not committed, and a search goes over commits. Commit first, and use HEAD`,
  );
}
