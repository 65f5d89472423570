import { UsageError } from "@deadheat/journal";
import type { MissingCell } from "@deadheat/judge";
import { EnvironmentError } from "@deadheat/measure";
import { learn, type Learned, type Piloting } from "../learn/learn.ts";
import type { NamedApp } from "../plan/apps.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import type { Learning } from "../learn/alike.ts";
import { lookUp, type LookedUp } from "../plan/look-up.ts";
import { type Preparing } from "../plan/preparing.ts";
import type { Side } from "../ready/side.ts";
import { prepareSides } from "../ready/sides.ts";
import { parseSpec, surroundings, type Spec } from "../plan/spec.ts";
import { inOneLine } from "../errors.ts";
import type { Wanted } from "./versions.ts";

/** A version that was looked up. Nothing is installed yet. */
export interface Found {
  readonly wanted: Wanted;
  readonly lookedUp: LookedUp;
}

/**
 * Looks up every version in git and in the user's folder, before anything is installed.
 * @param setup the command that the user named; null for that of the app or the configuration
 * @throws UsageError if a version has no app, EnvironmentError
 */
export async function lookUpVersions(
  all: readonly Wanted[],
  apps: readonly NamedApp[],
  setup: string | null,
  preparing: Preparing,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const wanted of all) {
    const app = apps.find(({ label }) => wanted.series.startsWith(`${label}/`)) ?? apps[0];
    const own = {
      ...preparing,
      app: app?.program ?? null,
      setup: setup ?? app?.setup ?? preparing.setup,
    };
    const spec = await specOf(wanted, apps.length > 1 ? (app?.label ?? null) : null, preparing.cwd);
    found.push({ wanted, lookedUp: await lookUp(spec, own) });
  }
  return found;
}

/** @param app the label of the app, if the history has several; a target's name holds it then */
async function specOf(wanted: Wanted, app: string | null, cwd: string): Promise<Spec> {
  const { spec: text, label, commit } = wanted;
  const spec = await parseSpec(commit === null ? text : `git:${text}`, surroundings(cwd));
  return { ...spec, text, label: commit !== null && app !== null ? `${app}@${label}` : spec.label };
}

/** A version that is installed; null with the reason if it cannot be. */
export interface Prepared extends Found {
  readonly side: Side | null;
  readonly reason: string | null;
}

/**
 * Installs or checks out every version. A version that cannot be installed is a gap in the history.
 * @throws Interrupted, and what `prepareSides` throws for the reference
 */
export async function prepareVersions(
  found: readonly Found[],
  isReference: (wanted: Wanted) => boolean,
  note: (line: string) => void,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const one of found) {
    const { spec } = one.lookedUp;
    try {
      const [side = null] = await prepareSides([one.lookedUp]);
      prepared.push({ ...one, side, reason: null });
    } catch (error) {
      if (isReference(one.wanted) || !isExpected(error)) throw error;
      prepared.push({ ...one, side: null, reason: gap(spec.text, error, note) });
    }
  }
  return prepared;
}

/** A version that answers as its reference does; null with the reason if it does not. */
export interface Answering extends Prepared {
  readonly learned: Learned | null;
}

/**
 * Starts each version beside its reference. A version that does not start or answers differently is a gap.
 * @throws Interrupted, and what `learn` throws for a reference alone
 */
export async function learnVersions(
  prepared: readonly Prepared[],
  reference: Side,
  requests: readonly ReadRequest[],
  learning: Learning & Piloting,
): Promise<Answering[]> {
  const [own] = await learn([reference], requests, learning);
  const answering: Answering[] = [];
  for (const one of prepared) {
    const { side, lookedUp } = one;
    if (side === null || side === reference) {
      answering.push({ ...one, learned: side && own });
      continue;
    }
    try {
      const [, learned] = await learn([reference, side], requests, learning);
      answering.push({ ...one, learned });
    } catch (error) {
      if (!isExpected(error)) throw error;
      const reason = gap(lookedUp.spec.text, error, learning.note);
      answering.push({ ...one, learned: null, reason });
    }
  }
  return answering;
}

function isExpected(error: unknown): boolean {
  return error instanceof UsageError || error instanceof EnvironmentError;
}

function gap(name: string, error: unknown, note: (line: string) => void): string {
  const said = inOneLine(error);
  const reason = said.startsWith(`${name}: `) ? said.slice(name.length + 2) : said;
  note(`${name} is left out: ${reason}`);
  return reason;
}

/** Returns the cells of a version that is a gap. */
export function missingCells(
  { wanted, reason, side }: Prepared,
  reference: string,
  requests: readonly ReadRequest[],
): MissingCell[] {
  const target = targetName(wanted, side);
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

/** Returns the name of a target, which is known before it is installed only roughly. */
export function targetName({ spec }: Wanted, side: Side | null): string {
  return side?.name ?? spec;
}

/** @throws UsageError if no series has two versions that can be measured */
export function requireSteps(all: readonly Answering[]): void {
  const series = all.filter(({ learned }) => learned !== null).map(({ wanted }) => wanted.series);
  if (series.some((name, i) => series.indexOf(name) < i)) return;
  const [reason] = all.flatMap((one) => one.reason ?? []);
  throw new UsageError(`only one version can be measured. Of another: ${reason}`);
}
