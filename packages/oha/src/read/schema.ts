import * as v from "valibot";

/** serde writes null for NaN and the infinities, which oha has if no request completed. */
const amount = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0)));
const counts = v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const optionalAmount = v.optional(amount, null);

/**
 * The part of oha's JSON that is read. Other keys may come and go. `requestsPerSec` includes failures. It serves one
 * purpose: times `total`, it is oha's number of results.
 */
export const ohaJson = v.object({
  summary: v.object({
    total: v.pipe(v.number(), v.finite(), v.gtValue(0)),
    slowest: amount,
    fastest: amount,
    average: amount,
    requestsPerSec: v.pipe(v.number(), v.finite(), v.minValue(0)),
    totalData: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  latencyPercentiles: v.object({
    p10: optionalAmount,
    p25: optionalAmount,
    p50: amount,
    p75: amount,
    p90: amount,
    p95: optionalAmount,
    p99: amount,
    "p99.9": optionalAmount,
    "p99.99": optionalAmount,
  }),
  rps: v.optional(v.object({ min: optionalAmount }), { min: null }),
  statusCodeDistribution: counts,
  errorDistribution: counts,
});

export type OhaJson = v.InferOutput<typeof ohaJson>;
