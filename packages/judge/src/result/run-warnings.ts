import { tooShort, type BadLine, type Warning, type Settings } from "@deadheat/journal";
import type { MergeInput } from "./input.ts";
import type { PooledTarget } from "../gather.ts";
import type { Result } from "../documents/result.ts";

export function runWarnings(input: MergeInput, noise: Result["noise"]): Warning[] {
  const { settings, targets } = input;
  const duets = settings.measure.includes("duets");
  return [
    ...(duets ? noiseWarning(noise) : []),
    ...settingsWarnings(settings, duets),
    ...timeWarning(targets, settings),
    ...(duets ? acrossRuns(input) : []),
  ];
}

export function settingsWarnings(settings: Settings, duets: boolean): Warning[] {
  return [...warmupWarning(settings), ...machineWarnings(settings, duets)];
}

/** Returns a warning if node-http/node, or the reference of a history, against itself was not measured or does not give 1. */
function noiseWarning({ aa }: Result["noise"]): Warning[] {
  if (aa === null) {
    const message = "The noise check (A/A) was not measured, so this machine's error is unknown.";
    return [{ code: "no-aa", message }];
  }
  if (aa.lo <= 1 && aa.hi >= 1) return [];
  const message =
    `The noise check failed: ${aa.rounds[0]?.new} against itself gave ${aa.lo.toFixed(3)} to ${aa.hi.toFixed(3)}, which ` +
    "excludes 1. This happens in one run of twenty; if it happens again, do not trust this machine.";
  return [{ code: "aa-differs", message }];
}

function warmupWarning({ load: { warmup }, tools }: Settings): Warning[] {
  const short = tooShort(warmup).filter((name) => name in tools);
  if (short.length === 0) return [];
  const message =
    `A warm-up of ${short.map((name) => `${warmup.responses[name]} requests on ${name}`).join(", ")} is too short: ` +
    "servers are still compiling, and slow servers look slower than they are.";
  return [{ code: "short-warm-up", message }];
}

function machineWarnings({ machine: { pinning } }: Settings, duets: boolean): Warning[] {
  if (pinning.mode === "none") {
    const message = `Servers and load generators shared the CPUs: ${pinning.reason}.`;
    return [{ code: "not-pinned", message }];
  }
  if (duets && pinning.batch === false) {
    const message =
      "The servers of a duet interrupted each other, because chrt (package util-linux) is missing or " +
      "not allowed. Ratios of very different servers are less reliable than elsewhere.";
    return [{ code: "not-batch", message }];
  }
  return [];
}

function timeWarning(
  targets: readonly PooledTarget[],
  { rounds: planned, withinSeconds }: Settings,
): Warning[] {
  if (withinSeconds === null) return [];
  const counts = targets
    .filter(({ end }) => end?.status === "ok")
    .flatMap(({ rounds }) => {
      const good = rounds.filter((round) => round.role === "cell" && round.void === null);
      return [...Map.groupBy(good, ({ scenario }) => scenario).values()].map((own) => own.length);
    });
  // Without any count the least is infinite.
  const least = Math.min(...counts);
  if (least >= planned.cell) return [];
  const message =
    `There was time for only ${least} of the ${planned.cell} planned rounds of a target. Use a longer --budget for ` +
    "narrower intervals.";
  return [{ code: "short-time", message }];
}

/**
 * Returns warnings if targets come from several runs, or from different runs. Another hour moves ratios by more than
 * the rounds of one run show.
 */
function acrossRuns({ targets, currentRunId }: MergeInput): Warning[] {
  const measured = targets.filter(({ rounds }) => rounds.some((round) => round.void === null));
  const warnings: Warning[] = [];
  const most = Math.max(...measured.map(mostRunsOfOne));
  if (most > 1) {
    const message =
      `Up to ${most} runs of a target were pooled. Their intervals count runs, not rounds, so they are valid for other ` +
      "runs like these.";
    warnings.push({ code: "several-runs", message });
  }
  // Targets from different instances carry the variance between them, so compare runs per instance.
  const places = [...Map.groupBy(measured, (target) => instancesOf(target).join()).values()];
  const others = places.flatMap((place) => ofOtherRuns(place, currentRunId));
  if (others.length > 0) {
    const names = others.map(({ target }) => target).toSorted();
    const shown = names.slice(0, MOST_NAMES).join(", ");
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
    const message =
      `Not measured in the same run as the rest: ${shown}${more}. Comparisons with them ignore how much runs differ, ` +
      "so their intervals are too narrow.";
    warnings.push({ code: "across-runs", message });
  }
  return warnings;
}

/** Returns the targets that were not measured in the current run, or else in the runs that measured most targets. */
function ofOtherRuns(targets: readonly PooledTarget[], currentRunId: string | null) {
  const groups = [...Map.groupBy(targets, (target) => runsOf(target).join()).values()];
  const own = groups.find(([target]) => target && runsOf(target).includes(currentRunId ?? ""));
  const main = own ?? groups.toSorted((a, b) => b.length - a.length)[0];
  return groups.filter((group) => group !== main).flat();
}

const MOST_NAMES = 8;

function runsOf({ run, rounds }: Pick<PooledTarget, "run" | "rounds">): string[] {
  return [...new Set(rounds.map((round) => round.run ?? run.runId))].toSorted();
}

function mostRunsOfOne({ run, rounds }: PooledTarget): number {
  const places = [...Map.groupBy(rounds, ({ instance }) => instance).values()];
  return Math.max(...places.map((own) => runsOf({ run, rounds: own }).length));
}

function instancesOf({ rounds }: PooledTarget): string[] {
  return [...new Set(rounds.map(({ instance }) => instance ?? ""))].toSorted();
}

export function badLineWarnings(bad: readonly BadLine[]): Warning[] {
  return bad.map(({ where, why }) => ({ code: "bad-line", message: `${where}: ${why}` }));
}
