import type { ErrorCounts } from "@deadheat/journal";
import * as v from "valibot";
import { classifyError } from "./classify.ts";
import { OhaError } from "../errors.ts";
import { lateness } from "./lateness.ts";
import type { Load } from "../load.ts";
import type { Latency, LoadResult } from "./result.ts";
import { ohaJson, type OhaJson } from "./schema.ts";
import { reasonsToVoid, sum } from "./void.ts";

/**
 * Reads the output of `oha --output-format json`.
 *
 * Good responses have `expectedStatus`, and are counted per second of `summary.total`. oha's own `requestsPerSec` and
 * `successRate` count failures and HTTP 500 as success. The result is void after any error, any other status, no
 * response at all, or contradictory metrics. With `load` it is also void if oha did less than asked: when interrupted,
 * oha prints a partial result and exits 0.
 *
 * @throws OhaError if `text` is not oha's JSON.
 */
export function readOhaJson(text: string, expectedStatus: number, load?: Load): LoadResult {
  const json = parse(text);
  const good = json.statusCodeDistribution[String(expectedStatus)] ?? 0;
  const completed = sum(json.statusCodeDistribution);
  const errors = countErrors(json.errorDistribution, completed - good);
  const counts = {
    seconds: json.summary.total,
    good,
    completed,
    bytes: json.summary.totalData,
    errors,
    totalErrors: sum(errors),
    errorTexts: json.errorDistribution,
    statusCodes: json.statusCodeDistribution,
    latency: readLatency(json),
    lateness: load?.mode === "open" ? lateness(json, load) : null,
  };
  const ohaCount = Math.round(json.summary.requestsPerSec * json.summary.total);
  const reasons = reasonsToVoid(counts, expectedStatus, ohaCount, load);
  if (reasons.length > 0) return { ...counts, void: reasons.join("; "), goodPerSecond: null };
  return { ...counts, void: null, goodPerSecond: good / counts.seconds };
}

function parse(text: string): OhaJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const start = JSON.stringify(text.slice(0, 80));
    const what =
      text.trim() === "" ? "oha printed nothing" : `oha did not print JSON: it begins ${start}`;
    throw new OhaError(`${what} (${text.length} characters)`, { cause });
  }
  const parsed = v.safeParse(ohaJson, value);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new OhaError(
    `not the JSON of oha 1.16: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`,
  );
}

function countErrors(texts: Readonly<Record<string, number>>, status: number): ErrorCounts {
  const errors = { connect: 0, read: 0, write: 0, timeout: 0, status, deadline: 0, other: 0 };
  for (const [text, n] of Object.entries(texts)) errors[classifyError(text)] += n;
  return errors;
}

function readLatency({ summary, latencyPercentiles }: OhaJson): Latency | null {
  const { average: mean, fastest: min, slowest: max } = summary;
  const { p50, p75, p90, p99, "p99.9": p99_9 } = latencyPercentiles;
  const known = { mean, min, p50, p75, p90, p99, max };
  if (Object.values(known).includes(null)) return null;
  return { ...(known as Omit<Latency, "stdev" | "p99_9">), stdev: null, p99_9 };
}
