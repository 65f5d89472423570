import type { LoadedCode } from "./trial.ts";
import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Pair } from "@deadheat/measure";
import { inside } from "@deadheat/journal";
import type { Installed } from "../ready/installed.ts";

/**
 * Returns why two sides must not be compared: they would run the same code under two names. Returns null if nothing
 * indicates that. Two revisions may have the same content in two places: a commit may change only the README.
 */
export function sameCode({ new: next, base }: Pair<LoadedCode>): string | null {
  return (
    leadsBack(base) ??
    leadsBack(next) ??
    doesNotLoad(base) ??
    doesNotLoad(next) ??
    sameServer(base, next) ??
    sameLoaded(base, next)
  );
}

/**
 * Rejects a revision that loads code from outside its checkout, because such code does not change with the revision. Most
 * often node_modules links to the user's own folder, or a build writes elsewhere. Packages in the caches of Bun and Deno,
 * and packages in any node_modules outside the repository, are allowed.
 */
function leadsBack({ side, loaded }: LoadedCode): string | null {
  if (side.revision === null || loaded === null) return null;
  const [repository, root] = [realpathSync(side.revision.repository), realpathSync(side.root)];
  const outside = loaded.files.filter((file) => !inside(file, root));
  const back = outside.find((file) => inside(file, repository));
  if (back !== undefined) {
    return (
      `${side.name} loads ${back} from your working tree, not from its own checkout. Install its packages with a lockfile or ` +
      "--setup instead of linking them"
    );
  }
  const foreign = outside.find((file) => !CACHES.test(file.replaceAll("\\", "/")));
  if (foreign === undefined) return null;
  return (
    `${side.name} loads ${foreign}, which lies outside of its checkout, so both sides would load the same file. Let --setup ` +
    "build into the folder in which it runs"
  );
}

/** The caches from which Bun and Deno load packages without a node_modules folder. */
const CACHES = /\/node_modules\/|\/install\/cache\/|\/npm\/[^/]+\/(?:@[^/]+\/)?[^/]+\/\d[^/]*\//;

function doesNotLoad({ side, loaded }: LoadedCode): string | null {
  // If a build contains the package, the builds differ, or sameLoaded rejects them.
  if (side.package === null || side.built || loaded === null) return null;
  if (loaded.packages.some(({ name }) => name === side.package)) return null;
  const { program } = side;
  const server = program.kind === "file" ? basename(program.file) : side.name;
  return (
    `${server} does not load ${side.package}, so both sides would be the same code. Name an app that loads it with --app. ` +
    "To measure them anyway, add --aa"
  );
}

/** Rejects two names of one server that already runs. */
function sameServer({ side: one }: LoadedCode, { side: two }: LoadedCode): string | null {
  const [a, b] = [one.program, two.program];
  if (a.kind !== "running" || b.kind !== "running") return null;
  if (a.port !== b.port || one.text === two.text) return null;
  return `${one.text} and ${two.text} are the same server. Name two servers. To measure it anyway, add --aa`;
}

/**
 * Rejects two specs that load the same files, and two ranges of a package that resolve to the same version, although each
 * has an installation of its own. The same spec twice is an A/A comparison, which is allowed.
 */
function sameLoaded(base: LoadedCode, other: LoadedCode): string | null {
  const [one, two] = [base.side, other.side];
  const runtime =
    one.runtime === two.runtime &&
    one.found.path === two.found.path &&
    one.found.version === two.found.version;
  if (one.text === two.text || !runtime || base.loaded === null || other.loaded === null)
    return null;
  const files =
    wordsOf(one) === wordsOf(two) && isDeepStrictEqual(base.loaded.files, other.loaded.files);
  const packages =
    one.kind === "package" &&
    two.kind === "package" &&
    isDeepStrictEqual(base.loaded.packages, other.loaded.packages);
  return files || packages ? sameWords(base, other) : null;
}

function sameWords(base: LoadedCode, { side }: LoadedCode): string {
  if (side.kind === "revision") return unchangedWords(base.side.text, side.text);
  return (
    `${base.side.text} and ${side.text} load the same code (${codeOf(base)}). Name two that differ. To measure them anyway, ` +
    "add --aa"
  );
}

/** Returns why two revisions with the same code must not be compared. */
export function unchangedWords(base: string, next: string): string {
  return (
    `${base} and ${next} are the same: nothing has changed. Change something first, or name an older base, such as HEAD~1. ` +
    "To measure them anyway, add --aa"
  );
}

/** Returns the command of a program: other arguments may make the same code do something else. */
function wordsOf({ program }: Installed): string {
  return program.kind === "command" ? JSON.stringify(program.command) : program.kind;
}

function codeOf({ side, loaded }: LoadedCode): string {
  if (side.package === null)
    return side.program.kind === "file" ? basename(side.program.file) : side.name;
  const found = loaded?.packages.find(({ name }) => name === side.package);
  return [side.package, found?.version ?? side.version ?? ""].join(" ").trim();
}
