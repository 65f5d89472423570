import process from "node:process";
import { npmEnvironment } from "../installs/npm/environment.ts";

/**
 * Variables that git sets for hooks and aliases (`git rev-parse --local-env-vars`, and those of a push). With them, git would
 * use the repository and index of the hook in any folder. GIT_CONFIG_COUNT is kept: it may configure the machine.
 */
const OF_A_HOOK = new RegExp(
  "^GIT_(?:ALTERNATE_OBJECT_DIRECTORIES|ATTR_SOURCE|COMMON_DIR|CONFIG|CONFIG_PARAMETERS|DIR|GRAFT_FILE|" +
    "(?:GLOB|ICASE|LITERAL|NOGLOB)_PATHSPECS|IMPLICIT_WORK_TREE|INDEX_FILE|INDEX_VERSION|INTERNAL_SUPER_PREFIX|NAMESPACE|" +
    "NO_REPLACE_OBJECTS|OBJECT_DIRECTORY|PREFIX|QUARANTINE_PATH|REPLACE_REF_BASE|SHALLOW_FILE|WORK_TREE)$",
);

/** Returns the environment without the variables of git hooks and of npm scripts. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(npmEnvironment(process.env)).filter(
    // With NODE_ENV=production, package managers leave out the tools that build.
    ([name]) => !OF_A_HOOK.test(name) && name !== "NODE_ENV",
  );
  return Object.fromEntries(kept) as Record<string, string>;
}
