import {
  besideKinds,
  difference,
  estimate,
  measuredOn,
  pooledOverInstances,
  pValue,
  widened,
  type Between,
  type LogEstimate,
} from "@deadheat/stats";
import type { RoundRecord, Warning } from "@deadheat/journal";
import { roundEstimate, logRatios, type Sample } from "../rounds.ts";
import { kindsOf, kindsWarning } from "./kinds.ts";
import { bottleneckWarnings } from "./bottleneck.ts";
import { medianOf } from "./process.ts";
import { boundedInterval } from "../rules/precision.ts";

/** A ratio is less certain than its rounds suggest if other processes use more than this share of the servers' CPU. */
const FOREIGN = 0.05;
/**
 * The standard deviation of the log ratio if other processes take the whole CPU. It was measured beside programs that
 * only spin (docs/findings.md, "A slow, restless or shared machine").
 */
const SHARING = 0.1;

/**
 * Returns the estimate for a cell, with the variance that its rounds cannot show: for other processes on the servers'
 * CPU, and for a kind of process that was not seen. The A/A row is exempt from the first: only unlike servers differ
 * from one hour to the next. If a single instance measured the rounds, the estimate names that instance, so that
 * comparisons with other instances carry the variance between them. A bridge has its own (`bridgeEstimate`).
 *
 * @param between the variance between instances; null if it is unknown or there is one instance
 * @param squaredGap the mean square gap of kinds in the run (`squaredGapIn`)
 */
export function cellEstimate(
  rounds: readonly Sample[],
  between: Between | null = null,
  squaredGap = 0,
): LogEstimate {
  const shown = widened(estimateOver(rounds, between), unshownVariance(rounds));
  const own = kindsOf(rounds) ? shown : besideKinds(shown, squaredGap);
  const [instance, ...others] = new Set(rounds.map((round) => round.instance));
  return instance === undefined || others.length > 0 ? own : measuredOn(instance, between, own);
}

function unshownVariance(rounds: readonly Sample[]): number {
  if (rounds.every(({ role }) => role === "aa")) return 0;
  const shared = foreignShare(rounds);
  return shared > FOREIGN ? (SHARING * shared) ** 2 : 0;
}

function foreignShare(rounds: readonly Sample[]): number {
  return medianOf(rounds.flatMap(({ machine }) => machine?.foreign ?? [])) ?? 0;
}

/** Returns the estimate from the rounds alone. For exactly two instances it uses the known variance between instances. */
function estimateOver(rounds: readonly Sample[], between: Between | null): LogEstimate {
  const places = [...Map.groupBy(rounds, ({ instance }) => instance).values()];
  if (between === null || places.length !== 2) return roundEstimate(rounds);
  return pooledOverInstances(places.map(roundEstimate), between);
}

/** Returns `{ ratio, lo, hi, n, rounds }`, the form in which results hold a ratio. */
export function measuredRatio(rounds: readonly RoundRecord[], whole = cellEstimate(rounds)) {
  return { ...boundedInterval(whole), rounds: [...rounds] };
}

const STEAL = 0.05;

export function warningsOf(rounds: readonly RoundRecord[]): Warning[] {
  return [
    ...kindsWarning(rounds),
    ...stagesWarning(rounds),
    ...bottleneckWarnings(rounds),
    ...machineWarnings(rounds),
  ];
}

/** Returns a warning if the further rounds of a cell differ from the planned ones by more than chance. */
function stagesWarning(rounds: readonly Sample[]): Warning[] {
  const stage = (which: 1 | 2) => logRatios(rounds.filter((round) => (round.stage ?? 1) === which));
  const [first, further] = [stage(1), stage(2)];
  if (first.length < 2 || further.length < 2) return [];
  const stages = [estimate(first), estimate(further)] as const;
  if (pValue(difference(...stages)) >= 0.01) return [];
  const [was, is] = stages.map(({ mean }) => Math.exp(mean).toFixed(3));
  const message =
    `The ${first.length} planned rounds gave ${was}, the ${further.length} additional rounds ${is}: the machine or the ` +
    "server changed during the run.";
  return [{ code: "stages", message }];
}

/** Returns warnings about the machine: CPU that other processes used, and CPU that the hypervisor took. */
export function machineWarnings(rounds: readonly Sample[]): Warning[] {
  const warnings: Warning[] = [];
  const shared = foreignShare(rounds);
  if (shared > FOREIGN) {
    const message =
      `Other processes used ${percentOf(shared)} of the servers' CPU, which slows different servers differently ` +
      "(docs/findings.md).";
    warnings.push({ code: "foreign", message });
  }
  const stolen = medianOf(rounds.map((round) => round.machine?.steal ?? 0)) ?? 0;
  if (stolen > STEAL) {
    const message = `The hypervisor took ${percentOf(stolen)} of a CPU.`;
    warnings.push({ code: "steal", message });
  }
  return warnings;
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
