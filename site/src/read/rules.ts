import { tooShort } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";

// The rules that a published result follows. A result that was measured by an older rule is left out.

/** The warnings of a run whose numbers tell a reader nothing, with the reason. */
const disqualifying: Readonly<Record<string, string>> = {
  "short-warm-up": "its servers were warmed by too few responses",
  concurrent: "another run measured at the same time",
  "never-calm": "its machine was never calm",
};

/** Returns the rule that a result does not follow, as a reason; null if it follows all of them. */
export function brokenRule({ run, warnings }: Result): string | null {
  const { warmup } = run.load;
  if (tooShort(warmup).length > 0) return disqualifying["short-warm-up"]!;
  const found = warnings.find(({ code }) => Object.hasOwn(disqualifying, code));
  return found ? disqualifying[found.code]! : null;
}
