import type { Warning } from "@deadheat/journal";
import type { Explanation } from "@deadheat/judge";
import { concurrencyWarnings, limitWarnings, type Hold } from "@deadheat/measure";

/** The largest share by which a profiler may make requests dearer without a warning. */
const MOST_OVERHEAD = 0.1;

/** Returns the warnings about an explanation. */
export function explainWarnings(
  { overhead }: Explanation,
  { hold, notes }: { readonly hold: Hold; readonly notes: readonly string[] },
): Warning[] {
  const most = Math.max(overhead.base, overhead.new);
  const message =
    `the profiler made requests ${Math.round(100 * most)} % dearer, so functions that are called often may look dearer ` +
    "than they are";
  return [
    ...notes.map((text) => ({ code: "app", message: text })),
    ...concurrencyWarnings(hold),
    ...limitWarnings(),
    ...(most > MOST_OVERHEAD ? [{ code: "profiler-overhead", message }] : []),
  ];
}
