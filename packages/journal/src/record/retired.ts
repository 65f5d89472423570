import * as v from "valibot";
import { address, frameworkName, packageName, sentence, someRuntimes } from "./fields.ts";

const count = v.pipe(v.number(), v.minValue(0));

const seconds = v.pipe(v.number(), v.minValue(0));

/** Figures that others measured and published, exactly as published. None of them is ours. */
const publishedSchema = v.strictObject({
  /** The author of the figures. */
  by: sentence,
  source: address,
  /** The tools and the method, as far as the source describes them. */
  method: sentence,
  figures: v.array(
    v.strictObject({
      server: sentence,
      connections: count,
      requestsPerSecond: v.strictObject({
        mean: count,
        stdev: v.optional(count),
        max: v.optional(count),
      }),
      latency: v.optional(
        v.strictObject({
          mean: seconds,
          stdev: seconds,
          p50: seconds,
          p75: seconds,
          p90: seconds,
          p99: seconds,
          max: seconds,
        }),
      ),
      errors: v.optional(
        v.strictObject({ connect: count, read: count, write: count, timeout: count }),
      ),
    }),
  ),
});

/** The content of `apps/<framework>/target.json` for a framework that no longer runs. */
export const retiredSchema = v.strictObject({
  framework: frameworkName,
  /** The package's name on npm. */
  package: packageName,
  homepage: address,
  /** The runtimes on which the framework ran. */
  runtimes: someRuntimes,
  retired: v.strictObject({
    reason: sentence,
    /** The target most like it among those that run. */
    kin: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]*\/(node|bun|deno)$/, "a target's name")),
    /** The published figures; null if none were found. */
    published: v.nullable(publishedSchema),
  }),
});

export type Retired = v.InferOutput<typeof retiredSchema>;
