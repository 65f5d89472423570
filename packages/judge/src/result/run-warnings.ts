import { tooShort, type Warning, modesOf, type RecordedSettings } from "@deadheat/journal";
import type { MergeInput } from "./input.ts";
import type { PooledTarget } from "../gather.ts";
import type { Result } from "../documents/result.ts";
import { groupBy } from "../group-by.ts";

/** What a reader should know of a whole run before using its figures. */
export function runWarnings(input: MergeInput, noise: Result["noise"]): Warning[] {
  const { settings, targets } = input;
  const duets = modesOf(settings).measure.includes("duets");
  return [
    ...(duets ? noiseWarning(noise) : []),
    ...settingsWarnings(settings, duets),
    ...timeWarning(targets, settings),
    ...(duets ? acrossRuns(input) : []),
  ];
}

/** What a reader should know of how it was measured. */
export function settingsWarnings(settings: RecordedSettings, duets: boolean): Warning[] {
  return [...warmupWarning(settings), ...machineWarnings(settings, duets)];
}

/** What node-http/node against itself says of this machine's error. */
function noiseWarning({ aa }: Result["noise"]): Warning[] {
  if (aa === null) {
    const message = "the A/A row was not measured: nothing says how large this machine's error is";
    return [{ code: "no-aa", message }];
  }
  if (aa.lo <= 1 && aa.hi >= 1) return [];
  const message =
    `node-http/node against itself came out as ${aa.lo.toFixed(3)} to ${aa.hi.toFixed(3)}, without 1: ` +
    "this happens in one run of twenty; if it happens again, this machine misleads";
  return [{ code: "aa-differs", message }];
}

function warmupWarning({ load: { warmup }, tools }: RecordedSettings): Warning[] {
  if (warmup === undefined) {
    const message =
      "its servers were warmed by the clock, as before 2026-11-23: on a slow core they were still compiling, and " +
      "the ratios then exaggerate what frameworks cost (docs/method.md)";
    return [{ code: "warmed-by-clock", message }];
  }
  const short = tooShort(warmup).filter((name) => tools[name].version !== "not used");
  if (short.length === 0) return [];
  const message =
    `a warm-up of ${short.map((name) => `${warmup.answers[name]} answers on ${name}`).join(", ")} is too short: ` +
    "servers are still compiling, and slow ones look slower than they are";
  return [{ code: "short-warm-up", message }];
}

function machineWarnings(
  { ballast, machine: { pinning } }: RecordedSettings,
  duets: boolean,
): Warning[] {
  const warnings: Warning[] = [];
  if (ballast) {
    const message = `beside ${ballast} processes that only spin on the servers' CPU, as asked`;
    warnings.push({ code: "ballast", message });
  }
  if (pinning.mode === "none") {
    const message = `servers and generators shared the CPUs: ${pinning.reason}`;
    warnings.push({ code: "not-pinned", message });
  } else if (duets && pinning.batch === false) {
    const message =
      "the servers of a duet interrupted each other, since chrt (package util-linux) is missing or " +
      "not allowed: ratios of servers that differ much are less certain than elsewhere";
    warnings.push({ code: "not-batch", message });
  }
  return warnings;
}

/** What a run that had only so much time could not reach. */
function timeWarning(
  targets: readonly PooledTarget[],
  { blocks: planned, withinSeconds }: RecordedSettings,
): Warning[] {
  if (withinSeconds === undefined || withinSeconds === null) return [];
  const counts = targets
    .filter(({ end }) => end?.status === "ok")
    .flatMap(({ blocks }) => [
      ...groupBy(
        blocks.filter(({ role, void: problem }) => role === "cell" && problem === null),
        ({ scenario }) => scenario,
      ).values(),
    ])
    .map((own) => own.length);
  const least = Math.min(...counts);
  if (counts.length === 0 || least >= planned.cell) return [];
  const message =
    `its time allowed ${least} of the ${planned.cell} planned blocks of a cell: intervals are wider than they could be; ` +
    "a longer --budget narrows them";
  return [{ code: "short-time", message }];
}

/**
 * Where not all of it was measured in the same runs, or in several: another hour moves ratios by more
 * than the blocks of one can show.
 */
function acrossRuns({ targets, currentRunId }: MergeInput): Warning[] {
  const measured = targets.filter(({ blocks }) => blocks.some((block) => block.void === null));
  const warnings: Warning[] = [];
  const most = Math.max(...measured.map(mostRunsOfOne));
  if (most > 1) {
    const message =
      `up to ${most} runs of a target were put together: the run, not the block, is the unit of its intervals, ` +
      "which hold for other hours like these";
    warnings.push({ code: "several-runs", message });
  }
  // What different instances measured carries the variance between them.
  const places = [...groupBy(measured, (target) => instancesOf(target).join()).values()];
  const others = places.flatMap((place) => ofOtherRuns(place, currentRunId));
  if (others.length > 0) {
    const names = others.map(({ target }) => target).toSorted();
    const shown = names.slice(0, MOST_NAMES).join(", ");
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
    const message =
      `${shown}${more}: not measured in the same run as the rest. A comparison between the two holds across runs ` +
      "only: other hours add a variance of their own, which its interval does not have";
    warnings.push({ code: "across-runs", message });
  }
  return warnings;
}

/** Those that were not measured in the runs that measured most of them, or the current one. */
function ofOtherRuns(targets: readonly PooledTarget[], currentRunId: string | null) {
  const groups = [...groupBy(targets, (target) => runsOf(target).join()).values()];
  const own = groups.find(([target]) => target && runsOf(target).includes(currentRunId ?? ""));
  const main = own ?? groups.toSorted((a, b) => b.length - a.length)[0];
  return groups.filter((group) => group !== main).flat();
}

const MOST_NAMES = 8;

function runsOf({ run, blocks }: PooledTarget): string[] {
  return [...new Set(blocks.map((block) => block.run ?? run.runId))].toSorted();
}

/** Of one instance: that several measured it is told with them. */
function mostRunsOfOne({ blocks, ...target }: PooledTarget): number {
  const places = groupBy(blocks, ({ instance }) => instance);
  return Math.max(...[...places.values()].map((own) => runsOf({ ...target, blocks: own }).length));
}

function instancesOf({ blocks }: PooledTarget): string[] {
  return [...new Set(blocks.map(({ instance }) => instance ?? ""))].toSorted();
}
