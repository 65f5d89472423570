import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const callFrameSchema = v.object({
  functionName: v.string(),
  url: v.string(),
  /** The zero-based position; -1 for native code. */
  lineNumber: v.number(),
  columnNumber: v.number(),
});

/** A profile of one thread, as the Chrome DevTools Protocol has it (Profiler.Profile). Times are in microseconds. */
export const cpuProfileSchema = v.looseObject({
  nodes: v.array(
    v.looseObject({
      id: count,
      callFrame: v.looseObject(callFrameSchema.entries),
      children: v.optional(v.array(count)),
    }),
  ),
  startTime: v.number(),
  endTime: v.number(),
  /** The ids of the sampled nodes. */
  samples: v.array(count),
  /** The time from the sample before. */
  timeDeltas: v.array(v.number()),
});
export type CpuProfile = v.InferOutput<typeof cpuProfileSchema>;
