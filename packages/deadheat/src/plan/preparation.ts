import type { Commit } from "@deadheat/versions";
import type { AppFile } from "./app-file.ts";
import type { Preparing } from "./preparing.ts";
import type { Spec } from "./spec.ts";

/** How a spec becomes an installed server. Nothing is installed or checked out yet. */
export interface Preparation {
  /** The server as the user wrote it, with the runtime of the server that was found. */
  readonly spec: Spec;
  readonly preparing: Preparing;
  /** The commit, and the file that it is started with (null: a command). null if the server is not a revision. */
  readonly revision: { readonly commit: Commit; readonly file: AppFile | null } | null;
}
