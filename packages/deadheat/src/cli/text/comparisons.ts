import type { Comparison } from "@deadheat/judge";
import { renderComparison } from "@deadheat/report";
import { printable } from "@deadheat/report/format";

/**
 * All comparisons of a command, in sentences.
 * @param together how many share its budget
 */
export function comparisonsText(
  comparisons: readonly Comparison[],
  together = comparisons.length,
): string {
  return comparisons
    .map((comparison) =>
      renderComparison(comparison, together).split("\n").map(printable).join("\n"),
    )
    .join("\n");
}

/** As --json prints them: a comparison, or all of them where there are several requests. */
export function comparisonsDocument(comparisons: readonly Comparison[]): object {
  const [first, ...others] = comparisons;
  if (first === undefined || others.length === 0) return first ?? {};
  return { a: first.a, b: first.b, comparisons };
}
