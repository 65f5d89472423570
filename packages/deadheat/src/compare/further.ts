import type { FigureName, Limits } from "@deadheat/judge";

export const furtherMeasures = ["latency", "cost", "size", "memory-growth"] as const;
/** The figures that a comparison measures on request. */
export type FurtherMeasure = (typeof furtherMeasures)[number];

/** Returns what is measured on request, and what the gates and the primary figure need. */
export function measuresFor(
  asked: readonly FurtherMeasure[] | undefined,
  limits: Limits,
  primary: FigureName,
): FurtherMeasure[] {
  const needed = new Set(
    [...Object.keys(limits), primary].map((figure) =>
      figure === "packages" ? "size" : figure === "memory-growth" ? figure : figure.split("-")[0],
    ),
  );
  return furtherMeasures.filter((one) => asked?.includes(one) || needed.has(one));
}
