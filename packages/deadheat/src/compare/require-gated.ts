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
 * @param growthUnknown the reason that the growth of memory is unknown; null if it is known
 * @throws ComparisonFailed
 */
export function requireGated(
  rule: Stopping,
  samples: ReadonlyMap<FigureName, unknown>,
  exact: ExactFigures = {},
  growthUnknown: string | null = "it was not measured",
): void {
  if (rule.kind !== "gate") return;
  for (const [figure] of limitsOf(rule.limits)) {
    const known = exact[figure as keyof ExactFigures];
    if (known !== undefined && !hasRatio(known)) {
      throw new ComparisonFailed(
        `the gate on ${figure} cannot be tested: the base has ${known.base}, the new server ${known.new}, and no share of nothing is a limit. Leave it out of --gate`,
      );
    }
    if (figure === "memory-growth") {
      if (growthUnknown === null) continue;
      throw new ComparisonFailed(
        `the gate on memory-growth cannot be tested: ${growthUnknown}. Leave it out of --gate`,
      );
    }
    if (known !== undefined || samples.has(figure)) continue;
    throw new ComparisonFailed(
      `the gate on ${figure} cannot be tested: this figure of a server could not be measured. Leave it out of --gate, or see --measure`,
    );
  }
}
