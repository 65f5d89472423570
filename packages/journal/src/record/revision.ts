import * as v from "valibot";

/** A server that is a revision of a git repository. */
export const revisionSchema = v.object({
  /** The commit in full; HEAD for the working tree. */
  commit: v.pipe(v.string(), v.regex(/^[\da-f]{40,64}$/, "a commit's id")),
  /** True if the side is the working tree with uncommitted changes. */
  uncommitted: v.boolean(),
});

const sideSchema = v.nullable(revisionSchema);

/** The revisions of both servers; null for a server that is no revision. */
export const revisionPairSchema = v.object({ new: sideSchema, base: sideSchema });
