import { wholeEnvironment } from "@deadheat/journal";
import { npmEnvironment } from "../installs/npm/environment.ts";

/**
 * Variables that git sets for hooks and aliases (`git rev-parse --local-env-vars`, and those of a push). With them, git would
 * use the repository and index of the hook in any folder. GIT_CONFIG_COUNT is kept: it may configure the machine.
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

/** Returns the environment without the variables of git hooks and of npm scripts. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(npmEnvironment(wholeEnvironment())).filter(
    // With NODE_ENV=production, package managers leave out the tools that build.
    ([name]) => !OF_A_HOOK.has(name) && name !== "NODE_ENV",
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
