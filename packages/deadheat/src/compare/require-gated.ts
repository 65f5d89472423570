import {
  hasRatio,
  limitsOf,
  type ExactFigures,
  type FigureName,
  type Stopping,
} from "@deadheat/judge";
import { ComparisonFailed } from "../errors.ts";

/**
 * Requires that every figure with a gate was measured: a gate never passes what it has not tested.
 * @throws ComparisonFailed
 */
export function requireGated(
  rule: Stopping,
  samples: ReadonlyMap<FigureName, unknown>,
  exact: ExactFigures = {},
  isGrowthKnown = false,
): void {
  if (rule.kind !== "gate") return;
  for (const [figure] of limitsOf(rule.limits)) {
    const known = exact[figure as keyof ExactFigures];
    if (known !== undefined && !hasRatio(known)) {
      throw new ComparisonFailed(
        `the gate on ${figure} cannot be tested: the base has ${known.base}, the new server ${known.new}, and no share of nothing is a limit. Leave it out of --gate`,
      );
    }
    const isMeasured =
      figure === "memory-growth" ? isGrowthKnown : known !== undefined || samples.has(figure);
    if (isMeasured) continue;
    throw new ComparisonFailed(
      `the gate on ${figure} cannot be tested: this figure of a server could not be measured. Leave it out of --gate, or see --measure`,
    );
  }
}
