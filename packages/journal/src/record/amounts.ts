import * as v from "valibot";

// Journals and documents may come from anybody, and JSON.parse reads 1e999 as Infinity.

/** Seconds, bytes, a count, a rate or a share. */
export const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** An amount that is used as a divisor. No clock is finer than a nanosecond. */
export const positive = v.pipe(v.number(), v.minValue(1e-9), v.maxValue(Number.MAX_SAFE_INTEGER));

/** A ratio of two amounts, or a bound of one, which may lie very far from 1. */
export const ratio = v.pipe(v.number(), v.gtValue(0), v.maxValue(Number.MAX_VALUE));

/** A share or a probability. */
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/**
 * The counts of a server's process family in a load, by the metric that needs them (counter.ts). A count that the system does
 * not report is not in it.
 */
const countsSchema = v.record(v.string(), amount);
export type Counts = Readonly<v.InferOutput<typeof countsSchema>>;

const loadEntries = {
  /** The number of responses with the expected status and length. */
  good: amount,
  /** The CPU time of the server's whole process tree, including processes and threads that ended under the load. */
  cpuSeconds: amount,
  /** The counts of the whole process tree. Missing if nothing is counted. */
  counts: v.optional(countsSchema),
};

export const workEntries = {
  ...loadEntries,
  /** A short load before it. Both include the cost of opening and closing connections, so their difference counts. */
  ends: v.object(loadEntries),
};

/** Returns a check that a server did more in its window than in the short load before it. Efficiencies divide by both. */
export const worked = <
  Side extends v.InferOutput<v.ObjectSchema<typeof workEntries, undefined>>,
>() =>
  v.check<Side, string>(
    ({ good, cpuSeconds, ends }) => good - ends.good >= 1 && cpuSeconds - ends.cpuSeconds >= 1e-9,
    "no work in the window",
  );
