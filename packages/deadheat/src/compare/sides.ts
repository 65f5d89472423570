import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  responsesFor,
  fitFor,
  loadFor,
  type Fit,
  type Load,
  type RunRecord,
  type Warning,
} from "@deadheat/journal";
import {
  explainRounds,
  judgeTogether,
  LEAST_ROUNDS,
  requireBudget,
  settingsWarnings,
  stoppingFor,
  type Comparison,
  type MetricName,
  type Judgement,
  type Limits,
  type StoppingOptions,
  type Versions,
} from "@deadheat/judge";
import {
  roundSeconds,
  furtherSeconds,
  profiledSeconds,
  EnvironmentError,
  concurrencyWarnings,
  limitWarnings,
  type Exchange,
  type Pair,
} from "@deadheat/measure";
import type { ReadRequest } from "../config/read-requests.ts";
import { type Pilots, withFits } from "../entrants/pilots.ts";
import { noteServers, servedByOf } from "../entrants/served-by.ts";
import { entrantOf, type Side } from "../entrants/side.ts";
import { CollectedProfiles, type ExplainedPair } from "../explain/collected.ts";
import { serverOf } from "../explain/server.ts";
import type { RunFolder } from "@deadheat/runner";
import { discardEmpty } from "../folder/run-folder.ts";
import type { FurtherMeasure } from "./further.ts";
import { sizesOf } from "../provenance/install-size.ts";
import { differingVersions } from "../provenance/packages.ts";
import { sameCode } from "../provenance/same-code.ts";
import { tested } from "../provenance/tested.ts";
import { compareEntrants, type EntrantsCompared } from "./entrants.ts";
import type { Ground } from "./ground.ts";
import { planWords, spreadOf } from "./plan-words.ts";
import { headerOf, packagesOf, revisionOf, settingsOf } from "./header.ts";
import { learn, type Learned } from "./learn.ts";

interface Measuring extends Ground {
  readonly rule: StoppingOptions;
  /** The number of comparisons that are judged together. */
  readonly family: number;
  readonly margin: number;
  /** The metrics that are measured beside CPU, start and memory. */
  readonly measure: readonly FurtherMeasure[];
  /** The metric that is named before looking. */
  readonly primary: MetricName;
  readonly seed: number;
  readonly folder: RunFolder;
  /** The name of this pair's journals, without the extension. */
  readonly journal: string;
  readonly allowDifferent: boolean;
  readonly aa: boolean;
  /** Whether to profile both servers at the end of each round. */
  readonly explain: boolean;
  /** The sentences about the two sides that a reader must know first. */
  readonly notes: readonly string[];
}

/** A comparison, with its rounds and the packages that both servers loaded. */
export interface SidesCompared extends Pick<EntrantsCompared, "records"> {
  readonly comparison: Comparison;
  /** The reasons of the difference; null unless both servers were profiled in enough rounds. */
  readonly explained: ExplainedPair | null;
  readonly loaded: RunRecord["loaded"];
}

/**
 * Compares two sides. Starts each once to learn its answers and the files that it loads, then measures duets for each
 * request.
 * @returns the comparisons, in request order
 * @throws UsageError, ComparisonFailed, EnvironmentError, Interrupted
 */
export async function compareSides(
  sides: Pair<Side>,
  asked: readonly ReadRequest[],
  measuring: Measuring,
): Promise<SidesCompared[]> {
  const { machine, oha, signal, note, folder, seed, measure } = measuring;
  const wanted = {
    latency: measure.includes("latency"),
    cost: measure.includes("cost"),
    growth: measure.includes("memory-growth"),
  };
  const runtimes = [sides.base.runtime, sides.new.runtime];
  const cheap = roundSeconds(measuring.load, runtimes) + furtherSeconds(wanted);
  requireBudget(measuring.rule.budgetSeconds, cheap * measuring.family);
  const clock = performance.now();
  const elapsed = () => (performance.now() - clock) / 1000;
  const { pair, notes } = await learnBoth(sides, asked, measuring);
  const { base, new: next } = pair;
  const { budgetSeconds } = measuring.rule;
  const whole = budgetSeconds && (budgetSeconds * asked.length) / measuring.family;
  const share = whole && (whole - elapsed()) / asked.length;
  const longest = share && share / ENOUGH_ROUNDS - furtherSeconds(wanted);
  const load = fittedLoad(measuring, sides, asked, longest);
  keepLockfiles(sides, measuring);
  const serving = noteServers([base, next], note);
  const sizes = measure.includes("size") ? sizesOf(sides.base.root, sides.new.root) : {};
  const gates = (measuring.family / asked.length) * gatesOf(measuring, asked);
  const preparedSeconds = elapsed();
  const found: (EntrantsCompared & Pick<SidesCompared, "explained"> & { scenario: string })[] = [];
  for (const [i, { name: scenario, gate }] of asked.entries()) {
    const settings = settingsOf(sides, scenario, { ...measuring, load });
    const exchanges = {
      new: next.exchanges[i] as Exchange,
      base: base.exchanges[i] as Exchange,
    };
    const warnings = [
      ...notes.map((message) => ({ code: "app", message })),
      ...concurrencyWarnings(measuring.hold),
      ...limitWarnings(),
      ...settingsWarnings(settings, true),
      ...(next.remarks[i] ?? []),
      ...sidesWarnings(sides),
      ...warmingWarnings(measuring.pilots, scenario, sides),
      ...serving,
    ];
    const each =
      roundSeconds(load, runtimes, scenario) +
      furtherSeconds(wanted) +
      (measuring.explain ? profiledSeconds(fitFor(load, scenario)) : 0);
    // An explicit budget holds the preparation too, and what one request leaves goes to the next ones.
    const left = whole && Math.max(1, (whole - elapsed()) / (asked.length - i));
    const rule = stoppingFor(
      { ...measuring.rule, budgetSeconds: left, gate: limitsFor(measuring, gate), family: gates },
      each,
    );
    const limit =
      measuring.rule.gate === null ? null : (rule.kind === "gate" && rule.limits.cpu) || null;
    note(planWords({ scenario, rule, each, spread: spreadOf(load, scenario), limit }));
    const file = i === 0 ? measuring.journal : `${measuring.journal}-${i + 1}`;
    const servers = { base: serverOf(base, i), new: serverOf(next, i) };
    const profiles = measuring.explain ? new CollectedProfiles(servers) : undefined;
    const compared = await compareEntrants(
      {
        entrants: {
          new: entrantOf(sides.new, exchanges.new),
          base: entrantOf(sides.base, exchanges.base),
        },
        scenario,
        exchange: exchanges.base,
        rule,
        each,
        together: measuring.family,
        preparedSeconds,
        margin: measuring.margin,
        primary: measuring.primary,
        further: wanted,
        profiles,
        exact: sizes,
        seed,
        journal: join(folder.out, "journal", `${file}.jsonl`),
        header: headerOf({ ...folder, seed }, pair, settings),
      },
      { oha, pinning: machine.pinning, load, signal },
      note,
    );
    found.push({
      ...compared,
      scenario,
      warnings: [...warnings, ...compared.warnings],
      explained: profiles ? explanationIn(profiles, scenario, notes) : null,
    });
  }
  const loaded = { base: packagesOf(base), new: packagesOf(next) };
  const judgements = judgeTogether(found);
  return found.map(({ scenario, warnings, journal, records, explained }, i) => ({
    explained,
    comparison: {
      app: null,
      base: sides.base.name,
      new: sides.new.name,
      versions: { base: versionsOf(base), new: versionsOf(next) },
      packages: differingVersions(pair),
      scenario,
      ...(judgements[i] as Judgement),
      load: loadWords(load, scenario, runtimes),
      warnings: [...warnings],
      journal,
    },
    records,
    loaded,
  }));
}

/**
 * Starts both sides once, to learn their answers and the code that they load. If they are refused, the folder is removed.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function learnBoth(
  sides: Pair<Side>,
  asked: readonly ReadRequest[],
  measuring: Pick<
    Measuring,
    "aa" | "allowDifferent" | "folder" | "machine" | "note" | "notes" | "pilots" | "signal"
  >,
): Promise<{ pair: Pair<Learned>; notes: readonly string[] }> {
  try {
    const learning = { ...measuring, pinning: measuring.machine.pinning };
    const [base, next] = await learn([sides.base, sides.new], asked, learning);
    const pair = { base, new: next };
    for (const { message } of next.remarks.flat()) measuring.note(message);
    const { problem, note } = await tested(pair);
    const refused = measuring.aa ? null : (sameCode(pair) ?? problem);
    if (refused !== null) throw new EnvironmentError(refused);
    return { pair, notes: [...measuring.notes, ...(note === null ? [] : [note])] };
  } catch (error) {
    discardEmpty(measuring.folder);
    throw error;
  }
}

/** The level of the false discovery rate of the functions that a comparison names. */
const NAMED_LEVEL = 0.05;

/** Returns the explanation of the profiled rounds; null if they are too few to tell a difference from chance. */
function explanationIn(
  profiles: CollectedProfiles,
  scenario: string,
  notes: readonly string[],
): ExplainedPair | null {
  const { rounds } = profiles;
  if (rounds.length < LEAST_ROUNDS) return null;
  const warnings = notes.map((message) => ({ code: "app", message }));
  return profiles.explained(explainRounds(rounds, NAMED_LEVEL), scenario, warnings);
}

/** The rounds that a budget should hold. With fewer, windows are shorter, so that there are more rounds. */
const ENOUGH_ROUNDS = 5;

/**
 * Returns the load with the fits that the pilots of both sides found.
 * @param longest the seconds of a round that an explicit budget holds often enough; null without one
 */
export function fittedLoad(
  { load, pilots }: Pick<Ground, "load" | "pilots">,
  { base, new: next }: Pair<Side>,
  asked: readonly ReadRequest[],
  longest: number | null,
): Load {
  const names = { base: base.name, new: next.name };
  const requests = asked.map(({ name }) => name);
  return withFits(load, requests, (name) =>
    pilots === null ? null : pilots.fit(name, names, [base.runtime, next.runtime], longest),
  );
}

/** Returns the load of a scenario as a document has it. */
function loadWords(load: Load, scenario: string, runtimes: Side["runtime"][]): Comparison["load"] {
  const { warmup, connections, windowSeconds } = loadFor(load, scenario);
  return {
    warmupRequests: responsesFor(warmup, runtimes),
    warmupCpuSeconds: cpuSecondsOf(fitFor(load, scenario)),
    connections,
    windowSeconds,
  };
}

/** Returns the CPU seconds that end a warm-up; null if responses alone end it. */
function cpuSecondsOf(fit: Fit | null): number | null {
  return fit === null || fit.cpuSeconds === Number.MAX_SAFE_INTEGER ? null : fit.cpuSeconds;
}

function limitsFor({ rule }: Measuring, own: Limits | null): Limits | null {
  return rule.gate && { ...rule.gate, ...own };
}

/** Returns a warning for each server that was still getting cheaper when its pilot ended. */
function warmingWarnings(pilots: Pilots | null, scenario: string, sides: Pair<Side>): Warning[] {
  return [sides.base, sides.new]
    .filter(({ name }) => pilots?.stillWarming(scenario, name))
    .map(({ name }) => {
      const message = `${name} was still getting faster when its warm-up reached its limit, so it is measured before it is warm`;
      return { code: "still-warming", message };
    });
}

/** Returns the number of gates of one pair of servers: one a request and metric. */
function gatesOf({ rule: { gate } }: Measuring, asked: readonly ReadRequest[]): number {
  if (gate === null) return asked.length;
  const each = asked.map((request) => Object.keys({ ...gate, ...request.gate }).length);
  return each.reduce((sum, count) => sum + count, 0);
}

/** Copies the lockfile of each side, so that anybody can repeat the install. */
function keepLockfiles(sides: Pair<Side>, { folder, journal }: Measuring): void {
  for (const [name, { lockfile }] of [
    ["base", sides.base],
    ["new", sides.new],
  ] as const) {
    if (lockfile === null) continue;
    mkdirSync(join(folder.out, "lockfiles"), { recursive: true });
    copyFileSync(lockfile, join(folder.out, "lockfiles", `${journal}-${name}-package-lock.json`));
  }
}

/** Returns the versions of a side. The versions of a running server are unknown. */
function versionsOf({ side, served }: Learned): Versions {
  const { version: framework, found, runtime, program } = side;
  const servedBy = servedByOf(served);
  if (program.kind === "running") {
    return { framework: null, runtimeName: null, runtime: null, servedBy };
  }
  const revision = revisionOf(side);
  return { framework, runtimeName: runtime, runtime: found.version, revision, servedBy };
}

/** Returns warnings about the two servers that their metrics do not show. */
function sidesWarnings(sides: Pair<Side>): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  for (const { name, program } of [sides.base, sides.new]) {
    if (program.kind !== "running") continue;
    warn(
      "running-already",
      `${name} ran already: deadheat neither starts it afresh for each round nor pins it, and the interval does not include how much two of its processes differ`,
    );
    if (program.pid !== null) continue;
    warn(
      "requests-per-second-only",
      `requests per second only: the process of ${name} cannot be read, so its CPU time is unknown`,
    );
  }
  return warnings;
}
