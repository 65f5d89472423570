import * as v from "valibot";

/** One of two kinds of processes of a server, as its rounds show them. */
const kindSchema = v.object({
  /** The mean ratio of its rounds. */
  ratio: v.number(),
  /** The number of its rounds, and their share. */
  n: v.number(),
  share: v.number(),
});
export type Kind = v.InferOutput<typeof kindSchema>;

/** The two kinds, the slower one first. Absent if the rounds show one. */
export const kindsSchema = v.optional(v.array(kindSchema));
