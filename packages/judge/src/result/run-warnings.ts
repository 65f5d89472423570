import { floors, tooShort, type BadLine, type Warning, type Settings } from "@deadheat/journal";
import { alongsideWarnings } from "./alongside.ts";
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
    ...alongsideWarnings(targets.flatMap(({ rounds }) => rounds)),
    ...(duets ? acrossRuns(input) : []),
  ];
}

export function settingsWarnings(settings: Settings, duets: boolean): Warning[] {
  return [...warmupWarning(settings), ...machineWarnings(settings, duets)];
}

/** Returns a warning if node-http/node, or the reference of a history, against itself was not measured or does not give 1. */
function noiseWarning({ aa }: Result["noise"]): Warning[] {
  if (aa === null) return [{ code: "no-aa", facts: {} }];
  if (aa.lo <= 1 && aa.hi >= 1) return [];
  const { lo, hi, rounds } = aa;
  return [{ code: "aa-differs", facts: { target: rounds[0]?.new ?? floors.node, lo, hi } }];
}

function warmupWarning({ load: { warmup }, tools }: Settings): Warning[] {
  const short = tooShort(warmup).filter((name) => name in tools);
  if (short.length === 0) return [];
  const warmups = short.map((name) => ({ runtime: name, requests: warmup.responses[name] }));
  return [{ code: "short-warm-up", facts: { warmups } }];
}

function machineWarnings({ machine: { pinning } }: Settings, duets: boolean): Warning[] {
  if (pinning.mode === "none")
    return [{ code: "not-pinned", facts: { reason: `${pinning.reason}` } }];
  return duets && pinning.batch === false ? [{ code: "not-batch", facts: {} }] : [];
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
  return [{ code: "short-time", facts: { rounds: least, planned: planned.cell } }];
}

/**
 * Returns warnings if targets come from several runs, or from different runs. Another hour moves ratios by more than
 * the rounds of one run show.
 */
function acrossRuns({ targets, currentRunId }: MergeInput): Warning[] {
  const measured = targets.filter(({ rounds }) => rounds.some((round) => round.void === null));
  const warnings: Warning[] = [];
  const most = Math.max(...measured.map(mostRunsOfOne));
  if (most > 1) warnings.push({ code: "several-runs", facts: { runs: most } });
  // Targets from different instances carry the variance between them, so compare runs per instance.
  const places = [...Map.groupBy(measured, (target) => instancesOf(target).join()).values()];
  const others = places.flatMap((place) => ofOtherRuns(place, currentRunId));
  if (others.length > 0) {
    const names = others.map(({ target }) => target).toSorted();
    warnings.push({ code: "across-runs", facts: { targets: names } });
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
  return bad.map(({ where, why }) => ({ code: "bad-line", facts: { where, why } }));
}
