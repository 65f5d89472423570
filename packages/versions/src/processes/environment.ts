import { homedir } from "node:os";
import { join } from "node:path";
import { attempt, readText, wholeEnvironment } from "@deadheat/journal";
import { npmEnvironment } from "./npm-environment.ts";

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
  const kept = Object.entries(npmEnvironment(wholeEnvironment())).filter(
    // With NODE_ENV=production, package managers leave out the tools that build.
    ([name]) => !OF_A_HOOK.test(name) && name !== "NODE_ENV",
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

/**
 * The variables that an install gets: where programs, folders and certificates are, proxies, and settings of package managers
 * (which may hold the user's registry tokens). A revision runs code in an install, such as `.pnpmfile.cjs`.
 */
const KEPT = new RegExp(
  "^(?:PATH|PATHEXT|HOME|USER|USERNAME|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_.+|TERM|NO_COLOR|CI|XDG_.+_HOME|" +
    "LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|(?:HTTPS?|ALL|NO)_PROXY|" +
    "P?NPM_CONFIG_.+|PNPM_HOME|BUN_INSTALL.*|BUN_CONFIG_.+|COREPACK_.+|YARN_.+)$",
  "i",
);

/** With these, git reaches private repositories. */
const FOR_GIT = /^(?:GIT_.+|SSH_AUTH_SOCK|SSH_AGENT_PID)$/;

/** Returns the environment for the install of a revision: a short list, and what the user's own .npmrc names. */
export function installEnvironment(allowGit: boolean): Record<string, string> {
  const clean = cleanEnvironment();
  const named = namedInSettings(clean);
  const kept = Object.entries(clean).filter(
    ([name]) => KEPT.test(name) || named.has(name) || (allowGit && FOR_GIT.test(name)),
  );
  return Object.fromEntries(kept);
}

/** Returns the variables in the user's own .npmrc, such as `${NODE_AUTH_TOKEN}`. The .npmrc of a revision does not count. */
function namedInSettings(env: Readonly<Record<string, string>>): Set<string> {
  const [, own] = Object.entries(env).find(([name]) => /^npm_config_userconfig$/i.test(name)) ?? [];
  const text = attempt(() => readText(own ?? join(homedir(), ".npmrc"))) ?? "";
  return new Set([...text.matchAll(/\$\{(\w+)\??\}/g)].map(([, name = ""]) => name));
}
