import * as v from "valibot";
import { settingsSchema } from "@deadheat/journal";

/** The schema of `calibration.json`: the results of the measure's own checks on a machine. */
export const calibrationSchema = v.object({
  schema: v.literal(2),
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
      otherwise: v.string(),
      /** The reason if the experiment was not measured, else null. */
      skipped: v.nullable(v.string()),
      seconds: v.number(),
      metrics: v.record(v.string(), v.unknown()),
    }),
  ),
  pass: v.boolean(),
});
export type Calibration = v.InferOutput<typeof calibrationSchema>;
