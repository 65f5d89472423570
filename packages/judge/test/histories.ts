import type { RoundRecord, Runtime } from "@deadheat/journal";
import { COMPARISON_MARGIN, merge, type HistoryFacts, type Result } from "../src/index.ts";
import type { PooledTarget } from "../src/gather.ts";
import { roundRecord, runRecord, settings } from "../../journal/test/records.ts";
import { pooledTarget, runSummary } from "./results.ts";

/** A version with the ratios of its rounds to the reference; null if it could not be measured. */
export interface Made {
  readonly label: string;
  readonly ratios: readonly number[] | null;
}

/** The facts of a history of a package called app. The last version is the reference. */
export function factsOf(labels: readonly string[], runtime: Runtime = "node"): HistoryFacts {
  const series = `app/${runtime}`;
  const nameOf = (label: string) => `app@${label}/${runtime}`;
  return {
    subject: `app@${labels[0]}..${labels.at(-1)}`,
    options: [],
    shared: "0123",
    series: [{ name: series, runtime, reference: nameOf(labels.at(-1) ?? "") }],
    versions: labels.map((label, i) => ({
      target: nameOf(label),
      series,
      label,
      spec: nameOf(label),
      releasedAt: new Date(Date.UTC(2026, i, 1)).toISOString(),
      commit: null,
    })),
  };
}

/** Returns the history that a run of these versions gives. */
export function historyOf(
  made: readonly Made[],
  runId = "run-1",
  facts = factsOf(made.map(({ label }) => label)),
): Result {
  const [{ reference, runtime }] = facts.series as [HistoryFacts["series"][number]];
  const versions = facts.versions.flatMap(({ target, label }) => {
    const own = made.find((one) => one.label === label);
    return own ? [{ target, ...own }] : [];
  });
  const targets = versions.flatMap(({ target, ratios }): PooledTarget[] => {
    if (ratios === null) return [];
    const role = target === reference ? "aa" : "cell";
    const rounds = ratios.map((ratio, i): RoundRecord =>
      roundRecord(target, reference, i + 1, ratio, { role }),
    );
    const run = runRecord(target, {
      runId,
      against: reference,
      framework: target.slice(0, target.lastIndexOf("/")),
      runtime,
    });
    return [pooledTarget(run, rounds)];
  });
  return merge({
    run: { ...runSummary, id: runId },
    settings,
    margin: COMPARISON_MARGIN,
    targets,
    missing: versions
      .filter(({ ratios }) => ratios === null)
      .map(({ target, label }) => ({
        target,
        framework: target,
        runtime,
        version: label,
        against: reference,
        scenario: "text",
        status: "failed",
        reason: "it does not start",
      })),
    currentRunId: runId,
    warnings: [],
    history: facts,
  });
}

/** Returns eight ratios that lie evenly around one, at most `spread` away on a log scale. */
export function around(ratio: number, spread = 0.006): number[] {
  return [-1, 5, -3, 7, 1, -7, 3, -5].map((place) => ratio * Math.exp((spread * place) / 7));
}
