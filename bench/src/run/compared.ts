import {
  COMPARED_SCHEMA,
  worstOutcome,
  type Compared,
  type Comparison,
  type Limits,
} from "@deadheat/judge";
import { deadheatVersion, limitsTold } from "deadheat/parts";

/** Returns the document of one comparison of two targets. */
export function comparedOf(
  comparison: Comparison,
  limits: Limits | null,
  startedAt: string,
): Compared {
  return {
    schema: COMPARED_SCHEMA,
    deadheat: deadheatVersion(),
    startedAt,
    base: { name: comparison.base, commit: null },
    new: { name: comparison.new, commit: null },
    comparisons: [comparison],
    control: null,
    gate: limits && {
      outcome: worstOutcome([comparison]),
      reason: null,
      limits: limitsTold(limits, "options"),
    },
    machine: null,
    loaded: null,
    command: null,
  };
}
