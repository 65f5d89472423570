import * as v from "valibot";

/** A fact that a reader should know before using a metric. */
export const warningSchema = v.object({ code: v.string(), message: v.string() });

export type Warning = v.InferOutput<typeof warningSchema>;
