import type { Trial } from "../provenance/trial.ts";
import { UsageError } from "@deadheat/journal";
import type { MissingCell } from "@deadheat/judge";
import { learn, type Piloting } from "../learn/learn.ts";
import type { NamedApp } from "../plan/apps.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import type { Learning } from "../learn/exchanges.ts";
import { lookUp } from "../plan/look-up.ts";
import type { Preparation } from "../plan/preparation.ts";
import { type Preparing } from "../plan/preparing.ts";
import type { Installed } from "../ready/installed.ts";
import { prepareSides } from "../ready/sides.ts";
import { parseSpec, surroundings, type Spec } from "../plan/spec.ts";
import { inOneLine, isExplained } from "../errors.ts";
import type { ListedVersion } from "./versions.ts";

/** A version that was looked up. Nothing is installed yet. */
interface PlannedVersion {
  readonly wanted: ListedVersion;
  readonly lookedUp: Preparation;
}

/**
 * Looks up every version in git and in the user's folder, before anything is installed.
 * @param setup the command that the user named; null for that of the app or the configuration
 * @throws UsageError if a version has no app, EnvironmentError
 */
export async function lookUpVersions(
  all: readonly ListedVersion[],
  apps: readonly NamedApp[],
  setup: string | null,
  preparing: Preparing,
  dependencies: "then" | "now" = "now",
): Promise<PlannedVersion[]> {
  const found: PlannedVersion[] = [];
  for (const wanted of all) {
    const app = apps.find(({ label }) => wanted.series.startsWith(`${label}/`)) ?? apps[0];
    const own = {
      ...preparing,
      app: app?.program ?? null,
      setup: setup ?? app?.setup ?? preparing.setup,
      ...(dependencies === "then" && { before: endOfRelease(wanted) }),
    };
    const spec = await specOf(wanted, apps.length > 1 ? (app?.label ?? null) : null, preparing.cwd);
    found.push({ wanted, lookedUp: await lookUp(spec, own) });
  }
  return found;
}

/**
 * Returns the end of the day of a release: packages that are released together follow within minutes.
 * @throws UsageError for a version whose dependencies have no such day
 */
function endOfRelease({ spec, releasedAt, commit }: ListedVersion): string {
  if (commit !== null) {
    throw new UsageError(
      "--dependencies then is for versions of packages. A revision installs what its lockfile says",
    );
  }
  if (releasedAt !== null) return `${releasedAt.slice(0, 10)}T23:59:59.999Z`;
  throw new UsageError(
    `--dependencies then: the registry does not say when ${spec} was released. Leave it out, or use --dependencies now`,
  );
}

/** @param app the label of the app, if the history has several; a target's name holds it then */
async function specOf(wanted: ListedVersion, app: string | null, cwd: string): Promise<Spec> {
  const { spec: text, label, commit } = wanted;
  const spec = await parseSpec(commit === null ? text : `git:${text}`, surroundings(cwd));
  return { ...spec, text, label: commit !== null && app !== null ? `${app}@${label}` : spec.label };
}

/** A version after the attempt to install it and to start it beside its reference. */
export interface TriedVersion extends PlannedVersion {
  readonly side: Installed | null;
  /** null if the version does not start, or does not return the same responses as its reference. */
  readonly learned: Trial | null;
  /** The reason that the version is a gap in the history; null if it is not. */
  readonly reason: string | null;
}

/** Installs or checks out the reference of each series. @throws what `prepareSides` throws, Interrupted */
export async function prepareReferences(
  found: readonly PlannedVersion[],
  references: ReadonlyMap<string, ListedVersion>,
): Promise<ReadonlyMap<string, Installed>> {
  const sides = new Map<string, Installed>();
  for (const { wanted, lookedUp } of found) {
    if (references.get(wanted.series) !== wanted) continue;
    const [side] = await prepareSides([lookedUp]);
    sides.set(wanted.series, side as Installed);
  }
  return sides;
}

/**
 * Installs each version of a series and starts it beside the reference, which comes first. A version that cannot be installed,
 * does not start or returns other responses is a gap.
 * @throws Interrupted, and what `learn` throws for the reference alone
 */
export async function learnVersions(
  found: readonly PlannedVersion[],
  reference: { readonly wanted: ListedVersion; readonly side: Installed },
  requests: readonly ReadRequest[],
  learning: Learning & Piloting,
): Promise<TriedVersion[]> {
  const [own] = await learn([reference.side], requests, learning);
  const ready: TriedVersion[] = [];
  for (const one of found) {
    if (one.wanted === reference.wanted) {
      ready.unshift({ ...one, side: own.side, learned: own, reason: null });
      continue;
    }
    let side: Installed | null = null;
    try {
      [side = null] = await prepareSides([one.lookedUp]);
      const [, learned] = await learn([own.side, side as Installed], requests, learning);
      ready.push({ ...one, side: learned.side, learned, reason: null });
    } catch (error) {
      if (!isExplained(error)) throw error;
      const reason = gap(one.lookedUp.spec.text, error, learning.note);
      ready.push({ ...one, side, learned: null, reason });
    }
  }
  return ready;
}

function gap(name: string, error: unknown, note: (line: string) => void): string {
  const said = inOneLine(error);
  const reason = said.startsWith(`${name}: `) ? said.slice(name.length + 2) : said;
  note(`${name} is left out: ${reason}`);
  return reason;
}

export function missingCells(
  { wanted, reason, side }: TriedVersion,
  reference: string,
  requests: readonly ReadRequest[],
): MissingCell[] {
  const target = side?.name ?? wanted.spec;
  return requests.map(({ name }) => ({
    target,
    framework: target,
    runtime: wanted.runtime,
    version: wanted.label,
    against: reference,
    scenario: name,
    status: "failed",
    reason: reason ?? "it could not be measured",
  }));
}

/** @throws UsageError if no series has two versions that can be measured */
export function requireSteps(all: readonly TriedVersion[]): void {
  const series = all.filter(({ learned }) => learned !== null).map(({ wanted }) => wanted.series);
  if (series.some((name, i) => series.indexOf(name) < i)) return;
  const [reason] = all.flatMap((one) => one.reason ?? []);
  throw new UsageError(`Only one version can be measured. Another one failed: ${reason}`);
}
