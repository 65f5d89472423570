import * as v from "valibot";
import { settingsSchema } from "@deadheat/journal";

/** `calibration.json`: what the measure's own checks have shown on a machine. */
export const calibrationSchema = v.object({
  schema: v.literal(1),
  id: v.string(),
  startedAt: v.string(),
  finishedAt: v.string(),
  size: v.picklist(["quick", "full"]),
  seed: v.number(),
  seconds: v.number(),
  load: settingsSchema.entries.load,
  machine: settingsSchema.entries.machine,
  tools: settingsSchema.entries.tools,
  experiments: v.array(
    v.object({
      name: v.string(),
      expected: v.string(),
      observed: v.string(),
      threshold: v.string(),
      pass: v.boolean(),
      /** What a failure means. */
      otherwise: v.string(),
      /** Why it was not measured; null when it was. */
      skipped: v.nullable(v.string()),
      seconds: v.number(),
      /** Everything that it was judged by, in base units. */
      figures: v.record(v.string(), v.unknown()),
    }),
  ),
  pass: v.boolean(),
});
export type Calibration = v.InferOutput<typeof calibrationSchema>;
