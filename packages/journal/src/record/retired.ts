import * as v from "valibot";
import { amount } from "./amounts.ts";
import { address, frameworkName, packageName, sentence, someRuntimes } from "./fields.ts";
import { runtimePattern } from "../runtimes/list.ts";

const TARGET = new RegExp(String.raw`^[a-z0-9][a-z0-9.-]*\/(${runtimePattern})$`);

/** Numbers that others measured and published, exactly as published. None of them is ours. */
const publishedSchema = v.strictObject({
  /** The author of the numbers. */
  by: sentence,
  source: address,
  /** The tools and the method, as far as the source describes them. */
  method: sentence,
  metrics: v.array(
    v.strictObject({
      server: sentence,
      connections: amount,
      requestsPerSecond: v.strictObject({
        mean: amount,
        stdev: v.optional(amount),
        max: v.optional(amount),
      }),
      latency: v.optional(
        v.strictObject({
          mean: amount,
          stdev: amount,
          p50: amount,
          p75: amount,
          p90: amount,
          p99: amount,
          max: amount,
        }),
      ),
      errors: v.optional(
        v.strictObject({ connect: amount, read: amount, write: amount, timeout: amount }),
      ),
    }),
  ),
});

/** The content of `apps/<framework>/target.json` for a framework that no longer runs. */
export const retiredSchema = v.strictObject({
  framework: frameworkName,
  package: packageName,
  homepage: address,
  /** The runtimes on which the framework ran. */
  runtimes: someRuntimes,
  retired: v.strictObject({
    reason: sentence,
    /** The target most like it among those that run. */
    kin: v.pipe(v.string(), v.regex(TARGET, "a target's name")),
    /** The published numbers; null if none were found. */
    published: v.nullable(publishedSchema),
  }),
});

export type Retired = v.InferOutput<typeof retiredSchema>;
