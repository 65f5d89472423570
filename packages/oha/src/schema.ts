import * as v from "valibot";

/** serde writes null for NaN and the infinities, which is what oha has when nothing completed. */
const seconds = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)));
const counts = v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const optionalSeconds = v.optional(seconds, null);

/**
 * The part of oha's JSON that is read. Other keys may come and go. `requestsPerSec` counts failures
 * too and is read for one purpose: times `total` it is the number of results that oha had.
 */
export const ohaJson = v.object({
  summary: v.object({
    total: v.pipe(v.number(), v.finite(), v.gtValue(0)),
    slowest: seconds,
    fastest: seconds,
    average: seconds,
    requestsPerSec: v.pipe(v.number(), v.finite(), v.minValue(0)),
    totalData: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  latencyPercentiles: v.object({
    p10: optionalSeconds,
    p25: optionalSeconds,
    p50: seconds,
    p75: optionalSeconds,
    p90: optionalSeconds,
    p95: optionalSeconds,
    p99: seconds,
    "p99.9": optionalSeconds,
    "p99.99": optionalSeconds,
  }),
  statusCodeDistribution: counts,
  errorDistribution: counts,
});

export type OhaJson = v.InferOutput<typeof ohaJson>;
