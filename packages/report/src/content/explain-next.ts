import { runtimeFacts } from "@deadheat/journal";
import type { Comparison } from "@deadheat/judge";

/** Returns which command finds the reason, for a server that starts more slowly or needs more memory. */
export function explainSentences(comparisons: readonly Comparison[]): string[] {
  const isBlind = comparisons.some(({ versions: { base, new: next } }) =>
    [base, next].some(
      ({ runtimeName: name }) => name !== null && !runtimeFacts[name].samplesAllocations,
    ),
  );
  const worse = (metric: string) =>
    comparisons.some(({ metrics }) =>
      metrics.some((one) => one.metric === metric && ["slower", "more"].includes(one.verdict)),
    );
  const grows = comparisons.some(({ growth }) => growth?.difference.verdict === "more");
  const offers = [
    [worse("start"), "slows the start", "startup"],
    [worse("memory-idle") && !isBlind, "holds the memory", "memory"],
    [grows && !isBlind, "makes the memory grow", "memory-growth"],
  ] as const;
  return offers.flatMap(([isOffered, what, metric]) =>
    isOffered
      ? [`To see what ${what}, run deadheat explain with these servers and --metric ${metric}.`]
      : [],
  );
}
