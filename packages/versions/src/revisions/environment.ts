import process from "node:process";
import { npmEnvironment } from "../installs/npm/environment.ts";

/**
 * What git sets for the hooks and aliases that it runs (`git rev-parse --local-env-vars`, and what belongs to a push): git
 * asked from within one would look at that repository and that index, wherever it is asked. Configuration that a machine
 * gives by GIT_CONFIG_COUNT is no such thing.
 */
const OF_A_HOOK = new Set([
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_ATTR_SOURCE",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
  "GIT_DIR",
  "GIT_GLOB_PATHSPECS",
  "GIT_GRAFT_FILE",
  "GIT_ICASE_PATHSPECS",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INDEX_VERSION",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_LITERAL_PATHSPECS",
  "GIT_NAMESPACE",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
]);

/** The environment without what a hook of git or a script of npm or pnpm has in it, and what sends installs elsewhere. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(npmEnvironment(process.env)).filter(
    // Without the dependencies that are for development only, nothing can be built.
    ([name]) => !OF_A_HOOK.has(name) && name !== "NODE_ENV",
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
