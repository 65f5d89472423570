import type { Load } from "../load.ts";
import type { LoadResult } from "./result.ts";

/** The highest tolerated lateness of oha. Its timers and the scheduler of the machine cause a few milliseconds. */
export const MAX_LATENESS_SECONDS = 0.05;

type Counts = Omit<LoadResult, "void" | "goodPerSecond">;

/** Returns the reasons why the metrics of a run may not be used; empty if they may. */
export function reasonsToVoid(
  counts: Counts,
  expectedStatus: number,
  ohaCount: number,
  load?: Load,
): string[] {
  return [
    ...badResponses(counts, expectedStatus),
    ...contradictions(counts, ohaCount),
    ...(load === undefined ? [] : unfinished(counts, load)),
  ];
}

function badResponses(
  { completed, errors, statusCodes, errorTexts }: Counts,
  expected: number,
): string[] {
  const reasons: string[] = [];
  const other = Object.entries(statusCodes).filter(
    ([code, n]) => code !== String(expected) && n > 0,
  );
  if (errors.status > 0) {
    const limited = "429" in statusCodes ? ": a rate limit. Switch it off for the measurement" : "";
    reasons.push(
      `${errors.status} of ${completed} responses had another status than ${expected} (${list(other)})${limited}`,
    );
  }
  const texts = Object.entries(errorTexts).filter(([, n]) => n > 0);
  const failed = sum(errorTexts);
  if (failed > 0) {
    const kinds = list(Object.entries(errors).filter(([kind, n]) => kind !== "status" && n > 0));
    const words = list(texts);
    const said = words === kinds ? kinds : `${kinds} (${words})`;
    const late =
      errors.timeout > failed / 2
        ? ". If the server delays requests on purpose, as a rate limit does, switch that off for the measurement"
        : "";
    reasons.push(`${failed} of ${completed + failed} requests failed: ${said}${late}`);
  }
  if (completed === 0) reasons.push("no request got a response");
  return reasons;
}

function contradictions(
  { completed, errorTexts, latency, seconds }: Counts,
  ohaCount: number,
): string[] {
  const reasons: string[] = [];
  const results = completed + sum(errorTexts);
  if (Math.abs(results - ohaCount) > 1) {
    reasons.push(`oha counted ${ohaCount} results, its responses and errors add up to ${results}`);
  }
  if (latency === null) {
    return completed === 0 ? reasons : [...reasons, "some responses have no latency"];
  }
  const { min, p50, p99, mean, max } = latency;
  const rounded = 1 + 1e-9;
  if (min > p50 || p50 > p99 || p99 > max || min > mean * rounded || mean > max * rounded) {
    reasons.push("the latencies contradict each other");
  } else if (max > seconds * 1.01 + 0.001) {
    reasons.push(`a response took ${max} s in a run of ${seconds} s`);
  }
  return reasons;
}

/** Returns why a run is unfinished; empty if it is complete. On SIGINT oha prints a partial result and exits 0. */
function unfinished({ seconds, completed, errorTexts, lateness }: Counts, load: Load): string[] {
  if (load.mode === "closed") {
    if (seconds >= load.seconds - 0.001) return [];
    return [`oha stopped after ${seconds} s of ${load.seconds} s: it was interrupted`];
  }
  const results = completed + sum(errorTexts);
  if (results !== load.requests) {
    return [`oha made ${results} of ${load.requests} requests: it was interrupted`];
  }
  if (lateness === null || lateness <= MAX_LATENESS_SECONDS) return [];
  return [`oha itself was ${lateness.toFixed(3)} s or more behind its schedule`];
}

export function sum(counts: object): number {
  return (Object.values(counts) as number[]).reduce((total, n) => total + n, 0);
}

function list(entries: readonly (readonly [string, number])[]): string {
  const shown = entries.toSorted((a, b) => b[1] - a[1]).slice(0, 4);
  const rest = entries.length > shown.length ? ", ..." : "";
  return shown.map(([what, n]) => `${n} x ${what}`).join(", ") + rest;
}
