import { budgetWords, type Comparison } from "@deadheat/judge";
import { formatShare, present } from "../format.ts";
import { metricLabel } from "./metrics.ts";
import { namesOf } from "./names.ts";

/** Returns the sentences about a comparison that its table leaves out, each only if it applies. */
export function caveatsOf(comparison: Comparison, together: number): string[] {
  return [
    ...correctionSentences(comparison),
    ...marginSentences(comparison),
    ...unseenSentences(comparison),
    ...untilSentences(comparison, together),
    ...(isServerBound(comparison) ? [] : [bottleneckSentence(comparison)]),
    ...serviceSentences(comparison),
  ];
}

/** Returns how verdicts and intervals are corrected, if there are several metrics. */
function correctionSentences({ metrics, warnings }: Comparison): string[] {
  const named = metrics.find((metric) => metric.named);
  const first = named === undefined ? "" : `; ${metricLabel(named.metric)} comes first`;
  const [cpu, ...others] = metrics;
  const wider = others.find(({ confidence }) => confidence !== cpu?.confidence);
  return present([
    others.length > 0 &&
      `The verdicts are corrected for testing ${metrics.length} metrics${first}.`,
    cpu &&
      wider &&
      `The interval of CPU per request is one of ${formatShare(cpu.confidence)}, that of ${metricLabel(wider.metric)} one of ${formatShare(wider.confidence)}.`,
    warnings.some(({ code }) => code === "requests-per-second-only") &&
      "CPU per request is the time per request here.",
  ]);
}

/** Returns that a proven difference is also proven to be smaller than the margin. */
function marginSentences({ verdict, equivalenceP, margin }: Comparison): string[] {
  const decided = verdict === "faster" || verdict === "slower";
  return decided && equivalenceP < 0.05
    ? [`The difference is proven, and so is that it is smaller than ${formatShare(margin)}.`]
    : [];
}

/** Returns how rare behavior may be that no round showed. An open comparison knows nothing anyway. */
function unseenSentences(comparison: Comparison): string[] {
  const { unseenShare, kinds, n, verdict, gate } = comparison;
  const open = verdict === "undecided" && gate?.outcome !== "passed";
  if (unseenShare === undefined || kinds !== undefined || open) return [];
  const starts = `${Math.round(100 * unseenShare)} %`;
  return [`${n} rounds can miss behavior that occurs in fewer than ${starts} of starts.`];
}

function untilSentences(comparison: Comparison, together: number): string[] {
  const { until, n, roundSeconds, preparedSeconds = 0 } = comparison;
  if (until === null) return [];
  const width = `± ${formatShare(until.halfWidth)}`;
  if (until.reached) return [`${width} reached after ${n} rounds.`];
  const budget = budgetWords(until.needed * roundSeconds * together + preparedSeconds);
  return [
    `${width} not reached: that takes about ${until.needed} rounds (--budget ${budget}), and there was time for ${n}. ` +
      "The interval is wider, but still valid.",
  ];
}

function serviceSentences({ services = [] }: Comparison): string[] {
  return services.map(({ name, version, source, cpus }) => {
    const what = [name, version].filter(Boolean).join(" ");
    const use = cpus === null ? "its use of CPU is not known" : `it used ${cpus.toFixed(2)} CPUs`;
    return `Service beside the servers: ${what} (${source}); ${use}, which is no part of theirs.`;
  });
}

/** Reports whether the servers' own CPU limited them, as it should. */
function isServerBound({ bottleneck }: Comparison): boolean {
  return bottleneck.base === "server" && bottleneck.new === "server";
}

export function bottleneckSentence(comparison: Comparison): string {
  const { base, new: next } = comparison.bottleneck;
  const names = namesOf(comparison);
  return base === next
    ? `Bottleneck of both: ${base}.`
    : `Bottleneck: ${names.base} ${base}, ${names.new} ${next}.`;
}

/** Returns the tests behind the verdict, for readers who ask for them. */
export function testSentences(comparison: Comparison): string[] {
  const { p, equivalenceP, margin, confidence } = comparison;
  const tests = [
    `p ${formatP(p)} (t)`,
    `p ${formatP(equivalenceP)} (same within ${formatShare(margin)})`,
  ];
  const looks = `Each interval is one of ${formatShare(confidence)}, so that the intervals of all looks are valid together with 95 %.`;
  return [
    `Tests: ${tests.join(", ")}.`,
    ...(confidence > 0.95 ? [looks] : []),
    ...(isServerBound(comparison) ? [bottleneckSentence(comparison)] : []),
  ];
}

function formatP(p: number): string {
  return p < 0.0001 ? "< 0.0001" : `= ${p.toFixed(4)}`;
}
