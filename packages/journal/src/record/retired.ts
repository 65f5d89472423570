import * as v from "valibot";
import { address, frameworkName, packageName, sentence, someRuntimes } from "./fields.ts";

const count = v.pipe(v.number(), v.minValue(0));

const seconds = v.pipe(v.number(), v.minValue(0));

/** What somebody else measured and published, as it stands there. None of it is ours. */
const publishedSchema = v.strictObject({
  /** Who measured it. */
  by: sentence,
  source: address,
  /** With what and how, as far as it is told. */
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

/** `apps/<framework>/target.json` of a framework that cannot be run any more. */
export const retiredSchema = v.strictObject({
  framework: frameworkName,
  /** As it was called on npm. */
  package: packageName,
  homepage: address,
  /** Where it ran. */
  runtimes: someRuntimes,
  retired: v.strictObject({
    reason: sentence,
    /** The living target that is most like it. */
    kin: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]*\/(node|bun|deno)$/, "a target's name")),
    /** Null: no figures were found. */
    published: v.nullable(publishedSchema),
  }),
});

export type Retired = v.InferOutput<typeof retiredSchema>;
