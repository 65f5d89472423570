import { fitFor, type Load } from "@deadheat/journal";
import {
  budgetWords,
  detectable,
  growthMargin,
  publishedPriors,
  roundsFor,
  type Stopping,
} from "@deadheat/judge";
import type { GrowthPlan } from "@deadheat/measure";
import { bytesWords } from "@deadheat/report";
import { formatDuration } from "@deadheat/report/format";

/**
 * The standard deviation of the log ratio of a round of cheap servers: between the 1.3 % of a calm hour and the 2.1 % of
 * a noisy one (README, "Why both servers run at once").
 */
const USUAL_SPREAD = 0.02;

/** Returns the expected standard deviation of the log ratio of a round. */
export function spreadOf(load: Load, scenario: string): number {
  return fitFor(load, scenario)?.spread ?? USUAL_SPREAD;
}

interface Planned {
  readonly scenario: string;
  readonly rule: Stopping;
  /** The expected seconds of a round. */
  readonly each: number;
  /** The expected standard deviation of the log ratio of a round. */
  readonly spread: number;
  /** The plan of memory growth; null if it is not measured. */
  readonly growth: GrowthPlan | null;
}

const USUAL_DIFFERENCE = 0.05;

/**
 * Returns what a comparison can show before it begins: `A round takes about 34 s. 3 rounds fit into 2 min, and can
 * show differences above about 12 %. For 5 %, use --budget 6m.`
 */
export function planWords(planned: Planned): string {
  const { growth } = planned;
  return growth === null ? cpuWords(planned) : `${cpuWords(planned)} ${growthWords(growth)}`;
}

/** The least leak that a few rounds can show, as a multiple of the noise in one. */
const SEEN = 2;

function growthWords({ lateResponses }: GrowthPlan): string {
  const [heap, native] = (["live", "resident"] as const).map((of) =>
    bytesWords(Math.ceil(SEEN * growthMargin(of, lateResponses))),
  );
  return `Memory growth shows leaks above about ${heap} per request, and above ${native} outside of the heap.`;
}

function cpuWords({ scenario, rule, each, spread }: Planned): string {
  const seconds = rule.kind === "rounds" ? rule.withinSeconds : rule.budgetSeconds;
  const fitting = Math.max(1, Math.floor((seconds ?? Infinity) / each));
  const rounds = rule.kind === "rounds" ? Math.min(rule.rounds, fitting) : fitting;
  const all =
    rule.kind === "rounds"
      ? `${rounds} rounds take about ${formatDuration(rounds * each)}`
      : `${rounds} rounds fit into ${formatDuration(seconds ?? 0)}`;
  const round = formatDuration(Math.max(1, each));
  const plan =
    rounds === 1 ? `one round takes about ${round}` : `a round takes about ${round}. ${all}`;
  const shows = detectable(spread, rounds, publishedPriors.cpu);
  const limit = rule.kind === "gate" ? rule.limits.cpu : undefined;
  const wanted = limit || USUAL_DIFFERENCE;
  const needed = roundsFor(wanted, spread, publishedPriors.cpu);
  const more = `--budget ${budgetWords(1.1 * needed * each)}`;
  const enough = rounds >= needed ? "" : ` For ${percent(wanted)}, use ${more}.`;
  return `${scenario}: ${plan}, and can show differences above about ${percent(shows)}.${enough}`;
}

function percent(share: number): string {
  return share < 0.0995
    ? `${Number((100 * share).toPrecision(2))} %`
    : `${Math.round(100 * share)} %`;
}
