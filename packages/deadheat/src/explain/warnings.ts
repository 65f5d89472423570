import type { Warning } from "@deadheat/journal";
import type { Explanation } from "@deadheat/judge";

/** The largest share by which a profiler may make requests more expensive without a warning. */
const MOST_OVERHEAD = 0.1;

/** Returns a warning if profiling cost much. */
export function overheadWarnings({ overhead }: Pick<Explanation, "overhead">): Warning[] {
  const most = Math.max(overhead.base, overhead.new);
  if (most <= MOST_OVERHEAD) return [];
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const message =
    `Profiling made requests ${[...new Set([overhead.base, overhead.new].map(percent))].join(" and ")} more expensive; the ` +
    "numbers are corrected for that. Proportions are reliable, but small functions that are called often can look more " +
    "expensive than they are.";
  return [{ code: "profiler-overhead", message }];
}
