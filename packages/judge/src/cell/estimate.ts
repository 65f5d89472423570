import {
  difference,
  estimate,
  measuredOn,
  pooledOverInstances,
  pValue,
  widened,
  withPrior,
  type Between,
  type LogEstimate,
  type Prior,
} from "@deadheat/stats";
import type { RoundRecord, Warning } from "@deadheat/journal";
import { roundEstimate, logRatios, type Sample } from "../rounds.ts";
import { kindsWarning } from "./kinds.ts";
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
 * Returns the estimate for a cell, with the spread that its rounds and those of other targets show together, and with the
 * variance that rounds cannot show: for a mode that was not seen, and for other processes on the servers' CPU. The A/A row is
 * exempt from the last: only different servers differ from one hour to the next. If a single instance measured the rounds, the estimate names that instance, so that
 * comparisons with other instances carry the variance between them. A bridge has its own (`bridgeEstimate`).
 *
 * @param between the variance between instances; null if it is unknown or there is one instance
 * @param prior that of the scenario (`priorIn`); null for the spread of the rounds alone
 */
export function cellEstimate(
  rounds: readonly Sample[],
  between: Between | null = null,
  prior: Prior | null = null,
): LogEstimate {
  const known = withPrior(estimateOver(rounds, between), logRatios(rounds), prior);
  const own = widened(known, unshownVariance(rounds));
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
  const [was = 1, is = 1] = stages.map(({ mean }) => Math.exp(mean));
  const planned = { rounds: first.length, ratio: was };
  return [{ code: "stages", facts: { planned, further: { rounds: further.length, ratio: is } } }];
}

/** Returns warnings about the machine: CPU that other processes used, and CPU that the hypervisor took. */
export function machineWarnings(rounds: readonly Sample[]): Warning[] {
  const warnings: Warning[] = [];
  const shared = foreignShare(rounds);
  if (shared > FOREIGN) warnings.push({ code: "foreign", facts: { share: shared } });
  const stolen = medianOf(rounds.map((round) => round.machine?.steal ?? 0)) ?? 0;
  if (stolen > STEAL) warnings.push({ code: "steal", facts: { share: stolen } });
  return warnings;
}
