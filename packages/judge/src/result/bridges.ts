import {
  difference,
  estimate,
  pooledOverRuns,
  pValue,
  widened,
  type Between,
  type LogEstimate,
} from "@deadheat/stats";
import { floors, type BlockRecord, type Warning } from "@deadheat/journal";
import { efficiency, logRatios, type Sample } from "../blocks.ts";
import { coldWarning, widthWarning } from "../cell/cell.ts";
import { cellEstimate, measuredRatio, warningsOf } from "../cell/estimate.ts";
import { kindsField } from "../cell/kinds.ts";
import type { Result } from "../documents/result.ts";
import type { PooledTarget } from "../gather.ts";
import { groupBy } from "../group-by.ts";
import { lettersOf } from "../instances.ts";

type Bridge = Result["bridges"][number];

/**
 * The standard deviation of a bridge's log ratio beyond its blocks. A floor costs another amount beside the other floor
 * than beside the targets of its own runtime: over three runs the two states differed by 3.2 and 6.0 %
 * (docs/findings/idle-time.md, "Bridges").
 */
const BRIDGE = 0.025;

/** Returns the bridges of a run, one per floor and scenario, each with the warnings that a cell has. */
export function bridgesOf(
  targets: readonly PooledTarget[],
  instances: NonNullable<Result["instances"]>,
  between: Between | null,
): Bridge[] {
  return targets.flatMap((floor) => {
    const good = floor.blocks.filter((block) => block.role === "bridge" && block.void === null);
    return [...groupBy(good, (block) => block.scenario)].flatMap(([scenario, blocks]): Bridge[] => {
      if (blocks.length < 2) return [];
      const ownCells = ownCellsOf(floor, blocks, targets);
      const whole = bridgeEstimate({ blocks, ...(ownCells && { ownCells }) }, between);
      // A bridge is wider than the profile promises even if its blocks agree.
      const { constant: _, ...shown } = whole;
      const letters = lettersOf(
        blocks.map(({ instance }) => instance),
        instances,
      );
      const warnings = [
        ...coldWarning(blocks),
        ...warningsOf(blocks),
        ...widthWarning(shown),
        ...(ownCells ? [ownCellsWarning(ownCells.ratio)] : []),
      ];
      const shownBeside = { ...kindsField(blocks), ...(ownCells && { ownCells }), warnings };
      return [
        {
          floor: floor.target,
          scenario,
          ...letters,
          ...measuredRatio(blocks, whole),
          ...shownBeside,
        },
      ];
    });
  });
}

/**
 * Returns the estimate of a bridge, with the variance of the two states that a floor has.
 * @param between as for `cellEstimate`
 */
export function bridgeEstimate(
  { blocks, ownCells }: Pick<Bridge, "ownCells"> & { readonly blocks: readonly Sample[] },
  between: Between | null,
): LogEstimate {
  return widened(cellEstimate(blocks, between), BRIDGE ** 2 + (ownCells?.variance ?? 0));
}

/**
 * Returns what the cells of two floors say about their ratio, if that is not what their bridge says and lies further from
 * it than every bridge's interval reaches. A floor costs another amount beside the other floor than beside its own
 * targets, and neither state is the truth (docs/findings/idle-time.md, "Bridges"). Two standard deviations must therefore
 * reach from one to the other. The gap is known with an error, whose square is subtracted from its own. Only blocks of
 * the same run and instance are compared, because a machine's speed changes.
 * @returns null if the two agree, within the error or within what every bridge carries
 */
function ownCellsOf(
  floor: PooledTarget,
  bridge: readonly BlockRecord[],
  targets: readonly PooledTarget[],
): Bridge["ownCells"] | null {
  const scenario = bridge[0]?.scenario;
  const cells = targets.flatMap((target) =>
    target.blocks
      .filter((block) => block.role === "cell" && block.void === null)
      .filter((block) => block.scenario === scenario)
      .map((block) => ({ unit: unitOf(target, block), block })),
  );
  const byUnit = groupBy(cells, ({ unit }) => unit);
  const gaps = [...groupBy(bridge, (block) => unitOf(floor, block))].flatMap(([unit, blocks]) => {
    const speeds = [floor.target, floors.node].map((base) =>
      (byUnit.get(unit) ?? [])
        .filter(({ block }) => block.base === base)
        .flatMap(({ block: { sides } }) => (sides ? [Math.log(efficiency(sides.base))] : [])),
    );
    const ratios = logRatios(blocks);
    if ([...speeds, ratios].some(({ length }) => length < 2)) return [];
    const [own, nodes] = speeds.map(estimate) as [LogEstimate, LogEstimate];
    return [difference(difference(own, nodes), estimate(ratios))];
  });
  if (gaps.length === 0) return null;
  const gap = pooledOverRuns(gaps);
  const variance = (gap.mean ** 2 - gap.variance) / 4 - BRIDGE ** 2;
  if (variance <= 0 || pValue(gap) >= 0.05) return null;
  return { ratio: Math.exp(cellEstimate(bridge).mean + gap.mean), variance };
}

/** Blocks of one unit were measured in one run on one instance. A cell from the cache is of another run. */
function unitOf({ run }: PooledTarget, block: BlockRecord): string {
  return `${block.run ?? run.runId} ${block.instance ?? ""}`;
}

function ownCellsWarning(ratio: number): Warning {
  const message =
    `beside their own targets the two floors were at ${ratio.toFixed(3)}: the interval is wider, because neither is the ` +
    "truth (docs/findings/idle-time.md)";
  return { code: "own-cells", message };
}
