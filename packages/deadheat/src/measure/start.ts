import type { Trial } from "../provenance/trial.ts";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Load, Warning } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/journal";
import { requireBudget, type ExactMetrics, type Priors } from "@deadheat/judge";
import { furtherSeconds, roundSeconds, type Pair } from "@deadheat/measure";
import { warningWords } from "@deadheat/report/words";
import type { RunFolder } from "@deadheat/runner";
import { NothingRuns, NothingTested } from "../errors.ts";
import { learn, runPilots } from "../learn/learn.ts";
import { fittedLoad } from "../learn/pilots.ts";
import type { FoundLimits } from "../plan/limits.ts";
import { groupsOf } from "../plan/mix.ts";
import type { PlannedPair } from "../plan/pairs.ts";
import type { Plan } from "../plan/plan.ts";
import { sizesOf } from "../provenance/install-size.ts";
import { sameCode } from "../provenance/same-code.ts";
import { tested } from "../provenance/tested.ts";
import { noteServers } from "../ready/served-by.ts";
import type { Installed } from "../ready/installed.ts";
import { onlyMeaningless } from "../touch/same-meaning.ts";
import { onlyCodeDiffers } from "../touch/beside.ts";
import { coverPair } from "../touch/cover.ts";
import { selected, type Selected } from "../touch/selected.ts";
import { touchOf } from "../touch/touched.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import type { Services } from "../services/services.ts";
import type { OtherWork, Testbed } from "./testbed.ts";
import type { InstalledPairs, InstalledPair } from "./install.ts";
import { knownPriors } from "./priors.ts";
import { served, servicesFor } from "./services.ts";

/** The servers of a plan that were started once: they give the same response, and are proven to run different code. */
export interface Ready {
  readonly plan: Plan;
  readonly testbed: Testbed;
  readonly folder: RunFolder;
  readonly limits: FoundLimits;
  /** The pairs in the order of measuring. A control follows the pair whose base it measures against itself. */
  readonly pairs: readonly ReadyPair[];
  readonly services: Services | null;
  /** The spread of each metric as known before the first round. */
  readonly priors: Priors;
  /** Returns the seconds since the servers were first started. */
  readonly elapsed: () => number;
}

export interface ReadyPair extends Pair<Trial> {
  readonly app: string | null;
  readonly role: "comparison" | "control";
  /** The name of the pair's journals, without the extension. */
  readonly journal: string;
  readonly notes: readonly Warning[];
  readonly warnings: readonly Warning[];
  /** The usual load, fitted to the requests of these servers. */
  readonly load: Load;
  /** The metrics that are known without rounds. */
  readonly sizes: ExactMetrics;
  /** The requests that are measured, in the order of the exchanges: those that the change touches, if that is known. */
  readonly requests: readonly ReadRequest[];
  /** The places of these requests in groups, whose rounds share two processes. */
  readonly groups: readonly (readonly number[])[];
  /** The requests that the change touches; null if that is unknown. */
  readonly touched: Selected["touched"] | null;
}

/** The rounds that a budget should hold. With fewer, windows are shorter, so that there are more rounds. */
const ENOUGH_ROUNDS = 5;

/**
 * Starts each server once, to learn its responses and the files that it loads, and then loads it until its warm-up is known.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function start(
  plan: Plan,
  { pairs: installed, limits }: InstalledPairs,
  testbed: Testbed & OtherWork,
  folder: RunFolder,
): Promise<Ready> {
  const { command, effort } = plan;
  const { requests, budgetSeconds, allowDifferent, extra } = limits;
  const controlled = effort.control ? firstOnRuntime(installed) : [];
  const all = [...installed, ...controlled];
  // A round that begins within the budget may end after it, so the loads for further metrics do not count here.
  const cheapest = all.map(({ sides }) => roundSeconds(testbed.load, runtimesOf(sides)));
  const least = cheapest.reduce((sum, each) => sum + each, 0);
  const isChange = command === "gate" && !effort.aa;
  const selects = isChange && !effort.each && requests.length > 1;
  // How many requests a change touches is not known yet.
  const atLeast = selects || effort.together ? 1 : requests.length;
  if (command !== "explain") requireBudget(budgetSeconds, least * atLeast);

  const { preparing } = (plan.pairs[0] as PlannedPair).new;
  const services = await servicesFor(plan.services, requests, testbed, preparing);
  const priors = await knownPriors(
    testbed,
    all.flatMap(({ sides }) => runtimesOf(sides)),
    folder.out,
  );
  const clock = performance.now();
  const elapsed = () => (performance.now() - clock) / 1000;

  const learning = { ...testbed, pinning: testbed.machine.pinning, pilots: null, allowDifferent };
  type Started = Omit<ReadyPair, "warnings" | "load" | "sizes" | "groups">;
  const started: Started[] = [];
  const untouched: string[] = [];
  for (const [i, pair] of installed.entries()) {
    const one = await served(services, pair.sides.base, testbed);
    const two = await served(services, pair.sides.new, testbed, one);
    const [base, next] = await learn([one, two], requests, learning);
    for (const remark of next.remarks.flat()) testbed.note(warningWords(remark));
    const meaningless = isChange ? await onlyMeaningless({ base, new: next }) : null;
    if (meaningless !== null) {
      testbed.note(`${next.side.name}: nothing that runs has changed`);
      untouched.push(...meaningless);
      continue;
    }
    const notes = [...pair.notes, ...(await provenNotes({ base, new: next }, effort.aa))];
    const { app } = pair;
    const after = i === 0 ? "" : `-pair-${i + 1}`;
    const journal = `${command}${after}`;
    const whole = { base, new: next, requests, touched: null };
    const chosen = effort.together
      ? allTogether(whole, requests)
      : ((selects ? await touchedBy(whole, requests, testbed) : null) ?? whole);
    started.push({ ...chosen, app, role: "comparison", journal, notes });
    if (!controlled.includes(pair)) continue;
    const copied = chosen.base.side.data?.copy();
    const { side } = chosen.base;
    const twin = copied ? { ...chosen.base, side: { ...side, data: copied } } : chosen.base;
    const control = { ...chosen, new: twin, app, journal: `control${after}` } as const;
    started.push({ ...control, role: "control", notes: [] });
  }
  if (started.length === 0) throw new NothingRuns([...new Set(untouched)]);
  // Pilots take long, so they come after everything that may refuse a pair.
  // Profiles and further metrics are those of a process that answers one request.
  const isProfiled =
    command === "explain" || effort.functions !== null || (effort.explain && command === "compare");
  const isPlain = !isProfiled && extra.further.loads.length === 0;
  const groupsIn = (own: readonly ReadRequest[]) =>
    isPlain ? groupsOf(own) : own.map((_, i) => [i]);
  for (const { base, new: next, requests: own } of started) {
    await runPilots([base, next], own, groupsIn(own), testbed);
  }

  const count = started.reduce((sum, one) => sum + one.requests.length, 0);
  const share = budgetSeconds && (budgetSeconds - elapsed()) / count;
  const pairs = started.map((pair): ReadyPair => {
    const sides = { base: pair.base.side, new: pair.new.side };
    const { requests: own } = pair;
    const { fits = {} } = fittedLoad(testbed, sides, own, null);
    const beside = [null, ...Object.values(fits)].map((fit) => furtherSeconds(extra.further, fit));
    const longest = share && share / ENOUGH_ROUNDS - Math.max(...beside);
    if (command !== "explain") keepLockfiles(sides, folder, pair.journal);
    const isControl = pair.role === "control";
    return {
      ...pair,
      warnings: isControl ? [] : noteServers([pair.base, pair.new], testbed.note),
      load: fittedLoad(testbed, sides, own, command === "explain" ? null : longest),
      groups: groupsIn(own),
      sizes: extra.size ? sizesOf(sides.base.root, sides.new.root) : {},
    };
  });
  return {
    plan,
    testbed,
    folder,
    limits,
    pairs,
    services,
    priors,
    elapsed,
  };
}

/** Returns all requests as a change would have them that touches each in the same way. */
function allTogether(pair: Pair<Trial>, requests: readonly ReadRequest[]) {
  const touch = requests.map(() => "indirect" as const);
  return { ...selected(pair, requests, { touch, causes: [] }, []), touched: null };
}

/** Returns the requests that a change touches; null if that is unknown, so that each is measured. */
async function touchedBy(
  pair: Pair<Trial>,
  requests: readonly ReadRequest[],
  { machine, signal, note }: Testbed,
): Promise<Selected | null> {
  note(`${pair.new.side.name}: finding out which of ${requests.length} requests run changed code`);
  const covered = await coverPair(pair, { pinning: machine.pinning, signal, note });
  if (covered === null) return null;
  const touched = touchOf(covered, await onlyCodeDiffers(pair, covered));
  return selected(pair, requests, touched, covered.base.cpuSeconds);
}

export function runtimesOf({ base, new: next }: Pair<Installed>): Installed["runtime"][] {
  return [base.runtime, next.runtime];
}

/** Returns the first pair on each runtime, whose base a control measures against itself. */
function firstOnRuntime(pairs: readonly InstalledPair[]): InstalledPair[] {
  const runtimes = pairs.map(({ sides }) => `${sides.base.runtime} ${sides.base.found.version}`);
  return pairs.filter((_, i) => runtimes.indexOf(runtimes[i] ?? "") === i);
}

/**
 * Returns what a reader must know about the code that both servers loaded.
 * @throws EnvironmentError if both load the same code, or not the code that changed, unless that is wanted
 */
async function provenNotes(pair: Pair<Trial>, aa: boolean): Promise<Warning[]> {
  const { problem, note } = await tested(pair);
  const same = aa ? null : sameCode(pair);
  if (same !== null) throw new EnvironmentError(same);
  if (problem !== null && !aa) throw new NothingTested(problem);
  return note === null ? [] : [note];
}

/** Copies the lockfile of each side, so that anybody can repeat the install. */
function keepLockfiles(sides: Pair<Installed>, { out }: RunFolder, journal: string): void {
  for (const name of ["base", "new"] as const) {
    const { lockfile } = sides[name];
    if (lockfile === null) continue;
    mkdirSync(join(out, "lockfiles"), { recursive: true });
    copyFileSync(lockfile, join(out, "lockfiles", `${journal}-${name}-package-lock.json`));
  }
}
