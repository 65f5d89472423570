import { createHash } from "node:crypto";
import { join } from "node:path";

/**
 * Returns the comment's job as one module that imports only modules of Node. The published package has this module as
 * dist/comment.mjs; a clone has it only in memory.
 */
export async function bundleComment(): Promise<string> {
  // A command in a clone starts without the bundler.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: join(import.meta.dirname, "comment-main.ts"),
    platform: "node",
    treeshake: { moduleSideEffects: false },
    write: false,
    output: { codeSplitting: false, comments: { legal: false, annotation: false, jsdoc: false } },
  });
  return output[0].code;
}

/** Returns the hash by which a workflow recognizes the comment's job. */
export async function commentSha256(): Promise<string> {
  return createHash("sha256")
    .update(await bundleComment())
    .digest("hex");
}
