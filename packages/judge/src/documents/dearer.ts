import * as v from "valibot";
import { placeSchema } from "./explained.ts";

// Code that became more expensive by a small share of a request, even if the whole request did not.

const dearerSchema = v.object({
  what: v.picklist(["function", "file", "package"]),
  /** The function, or its file or package as an explanation names them. */
  name: v.string(),
  /** The function, or the caller that a user can change; null for a file or a package. */
  place: v.nullable(placeSchema),
  /** The difference as a share of the base's CPU time per request, with the 95 % limits. */
  share: v.number(),
  lo: v.number(),
  hi: v.number(),
  /** true if the difference is proven to be above the limit, for all that was tested together. */
  over: v.boolean(),
});

/** The functions, files and packages that became significantly more expensive by more than a limit. */
export const dearerInSchema = v.object({
  /** The limit as a share of the base's CPU time per request. */
  limit: v.number(),
  rounds: v.number(),
  found: v.array(dearerSchema),
  /** The outcome under a gate; null without one. Too few profiled rounds leave it undecided. */
  outcome: v.nullable(v.picklist(["passed", "failed", "undecided"])),
});
export type DearerIn = v.InferOutput<typeof dearerInSchema>;
