import {
  difference,
  estimate,
  pooledOverRuns,
  pValue,
  widened,
  type Between,
  type LogEstimate,
  type Prior,
} from "@deadheat/stats";
import { floors, type RoundRecord, type Warning } from "@deadheat/journal";
import { efficiency, logRatios, type Sample } from "../rounds.ts";
import { coldWarning, widthWarning } from "../cell/cell.ts";
import { cellEstimate, measuredRatio, warningsOf } from "../cell/estimate.ts";
import { kindsField } from "../cell/kinds.ts";
import type { Result } from "../documents/result.ts";
import type { PooledTarget } from "../gather.ts";
import { lettersOf } from "../instances.ts";

type Bridge = Result["bridges"][number];

/**
 * The standard deviation of a bridge's log ratio beyond its rounds. A floor costs another amount beside the other floor
 * than beside the targets of its own runtime: over three runs the two states differed by 3.2 and 6.0 %
 * (docs/findings.md, "Bridges").
 */
const BRIDGE = 0.025;

/** Returns the bridges of a run, one per floor and scenario, each with the warnings that a cell has. */
export function bridgesOf(
  targets: readonly PooledTarget[],
  instances: NonNullable<Result["instances"]>,
  between: Between | null,
  priors: ReadonlyMap<string, Prior>,
): Bridge[] {
  return targets.flatMap((floor) => {
    const good = floor.rounds.filter((round) => round.role === "bridge" && round.void === null);
    const measured = [...Map.groupBy(good, (round) => round.scenario)];
    return measured
      .filter(([, rounds]) => rounds.length > 1)
      .map(([scenario, rounds]): Bridge => {
        const ownCells = ownCellsOf(floor, rounds, targets);
        const prior = priors.get(scenario) as Prior;
        const whole = bridgeEstimate({ rounds, ...(ownCells && { ownCells }) }, between, prior);
        // A bridge is wider than the profile promises even if its rounds agree.
        const { constant: _, ...shown } = whole;
        const places = rounds.map(({ instance }) => instance);
        return {
          floor: floor.target,
          scenario,
          ...lettersOf(places, instances),
          ...measuredRatio(rounds, whole),
          ...kindsField(rounds),
          ...(ownCells && { ownCells }),
          warnings: [
            ...coldWarning(rounds),
            ...warningsOf(rounds),
            ...widthWarning(shown),
            ...(ownCells ? [ownCellsWarning(ownCells.ratio)] : []),
          ],
        };
      });
  });
}

/**
 * Returns the estimate of a bridge, with the variance of the two states that a floor has.
 * @param between as for `cellEstimate`
 * @param prior as for `cellEstimate`
 */
export function bridgeEstimate(
  { rounds, ownCells }: Pick<Bridge, "ownCells"> & { readonly rounds: readonly Sample[] },
  between: Between | null,
  prior: Prior | null,
): LogEstimate {
  return widened(cellEstimate(rounds, between, prior), BRIDGE ** 2 + (ownCells?.variance ?? 0));
}

/**
 * Returns what the cells of two floors say about their ratio, if that is not what their bridge says and lies further from
 * it than every bridge's interval reaches. A floor costs another amount beside the other floor than beside its own
 * targets, and neither state is the truth (docs/findings.md, "Bridges"). Two standard deviations must therefore
 * reach from one to the other. The gap is known with an error, whose square is subtracted from its own. Only rounds of
 * the same run and instance are compared, because a machine's speed changes.
 * @returns null if the two agree, within the error or within what every bridge carries
 */
function ownCellsOf(
  floor: PooledTarget,
  bridge: readonly RoundRecord[],
  targets: readonly PooledTarget[],
): Bridge["ownCells"] | null {
  const scenario = bridge[0]?.scenario;
  const cells = targets.flatMap((target) =>
    target.rounds
      .filter((round) => round.role === "cell" && round.void === null)
      .filter((round) => round.scenario === scenario)
      .map((round) => ({ unit: unitOf(target, round), round })),
  );
  const byUnit = Map.groupBy(cells, ({ unit }) => unit);
  const gaps = [...Map.groupBy(bridge, (round) => unitOf(floor, round))].flatMap(
    ([unit, rounds]) => {
      const speeds = [floor.target, floors.node].map((base) =>
        (byUnit.get(unit) ?? [])
          .filter(({ round }) => round.base === base)
          .flatMap(({ round: { sides } }) => (sides ? [Math.log(efficiency(sides.base))] : [])),
      );
      const ratios = logRatios(rounds);
      if ([...speeds, ratios].some(({ length }) => length < 2)) return [];
      const [own, nodes] = speeds.map(estimate) as [LogEstimate, LogEstimate];
      return [difference(difference(own, nodes), estimate(ratios))];
    },
  );
  if (gaps.length === 0) return null;
  const gap = pooledOverRuns(gaps);
  const variance = (gap.mean ** 2 - gap.variance) / 4 - BRIDGE ** 2;
  if (variance <= 0 || pValue(gap) >= 0.05) return null;
  return { ratio: Math.exp(cellEstimate(bridge).mean + gap.mean), variance };
}

/** Rounds of one unit were measured in one run on one instance. A cell from the cache is of another run. */
function unitOf({ run }: PooledTarget, round: RoundRecord): string {
  return `${round.run ?? run.runId} ${round.instance ?? ""}`;
}

function ownCellsWarning(ratio: number): Warning {
  return { code: "own-cells", facts: { ratio } };
}
