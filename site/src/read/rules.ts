import { tooShort, type BlockRecord } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";

// The rules that a published figure follows. A result that was measured by an older rule is left out.

/** The warnings of a run whose figures are no answer for a reader, with the reason in words. */
const disqualifying: Readonly<Record<string, string>> = {
  "warmed-by-clock": "its servers were warmed by the clock, and not by answers",
  "short-warm-up": "its servers were warmed by too few answers",
  ballast: "it is an experiment, beside processes that only spin",
  concurrent: "another run measured at the same time",
};

/** Returns the rule that a result does not follow, as a reason; null if it follows all of them. */
export function brokenRule({ run, warnings, cells }: Result): string | null {
  const { warmup } = run.load;
  if (warmup === undefined) return disqualifying["warmed-by-clock"]!;
  if (tooShort(warmup).length > 0) return disqualifying["short-warm-up"]!;
  const found = warnings.find(({ code }) => Object.hasOwn(disqualifying, code));
  if (found) return disqualifying[found.code]!;
  const blocks = cells.flatMap(({ efficiency }) => efficiency?.toFloor.blocks ?? []);
  if (blocks.some(countsConnections)) {
    return "its blocks count the cost of opening connections as cost of requests";
  }
  return null;
}

/** Returns true if a block has no short load before its window, whose cost is taken off. */
function countsConnections({ sides }: BlockRecord): boolean {
  return sides !== null && (sides.new.ends === undefined || sides.base.ends === undefined);
}
