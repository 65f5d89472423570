import type { Warning } from "@deadheat/journal";
import type { Explanation } from "@deadheat/judge";

/** The largest share by which a profiler may make requests dearer without a warning. */
const MOST_OVERHEAD = 0.1;

/** Returns a warning if profiling cost much. */
export function overheadWarnings({ overhead }: Pick<Explanation, "overhead">): Warning[] {
  const most = Math.max(overhead.base, overhead.new);
  if (most <= MOST_OVERHEAD) return [];
  const message =
    `the profiler made requests ${Math.round(100 * most)} % dearer. Shares hold, but small functions that are called often may ` +
    "look dearer than they are";
  return [{ code: "profiler-overhead", message }];
}
