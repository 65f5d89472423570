import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Pair } from "@deadheat/measure";
import type { Side } from "../entrants/side.ts";
import { inside } from "./inside.ts";
import type { Traced } from "./loaded.ts";

/**
 * Why these two must not be compared, as they would be the same code under two names; null: nothing says so. The same
 * content at two places is allowed for revisions: one may change the README alone.
 */
export function sameCode({ target, reference }: Pair<Traced>): string | null {
  return (
    leadsBack(reference) ??
    leadsBack(target) ??
    doesNotLoad(reference) ??
    doesNotLoad(target) ??
    sameServer(reference, target) ??
    sameFiles(reference, target) ??
    samePackages(reference, target)
  );
}

/**
 * Refuses a revision that loads code from outside of its checkout: what both sides share does not change with the revision.
 * Most often node_modules lead back to the user's own folder, or a build writes elsewhere. Packages in the caches of Bun and
 * Deno, or installed for the whole machine, are no code of the revision's.
 */
function leadsBack({ side, loaded }: Traced): string | null {
  if (side.revision === null || loaded === null) return null;
  const [repository, root] = [realpathSync(side.revision.repository), realpathSync(side.root)];
  const outside = loaded.files.filter((file) => !inside(file, root));
  const back = outside.find((file) => inside(file, repository));
  if (back !== undefined) {
    return (
      `${side.name} leads back to ${back}, which is not of its checkout: install per side, by a lockfile or --setup, ` +
      "instead of linking"
    );
  }
  const foreign = outside.find((file) => !ofCache(file));
  if (foreign === undefined) return null;
  return (
    `${side.name} loads ${foreign}, which lies outside of its checkout, so it is the same for both: let --setup build into ` +
    "the folder in which it is run"
  );
}

/** The caches from which Bun and Deno load packages without a node_modules folder. */
const CACHES = /\/node_modules\/|\/install\/cache\/|\/npm\/[^/]+\/(?:@[^/]+\/)?[^/]+\/\d[^/]*\//;

function ofCache(file: string): boolean {
  return CACHES.test(file.replaceAll("\\", "/"));
}

function doesNotLoad({ side, loaded }: Traced): string | null {
  if (side.kind !== "package" || side.package === null || loaded === null) return null;
  if (loaded.packages.some(({ name }) => name === side.package)) return null;
  const { program } = side;
  const server = program.kind === "file" ? basename(program.file) : side.name;
  return (
    `${server} does not load ${side.package}, so that both would be the same code: name an app that does with --app ` +
    "(--aa measures them all the same)"
  );
}

/** One that runs already, under two names. */
function sameServer({ side: one }: Traced, { side: two }: Traced): string | null {
  const [a, b] = [one.program, two.program];
  if (a.kind !== "running" || b.kind !== "running") return null;
  if (a.port !== b.port || one.text === two.text) return null;
  return `${one.text} and ${two.text} are the same server (--aa measures it all the same)`;
}

function sameFiles(base: Traced, other: Traced): string | null {
  const alike =
    onOneRuntime(base, other) &&
    wordsOf(base.side) === wordsOf(other.side) &&
    base.loaded !== null &&
    base.loaded.files.join("\n") === other.loaded?.files.join("\n");
  return alike ? sameWords(base, other) : null;
}

/** Two ranges of a package may be resolved to one version, which is installed for each of them. */
function samePackages(base: Traced, other: Traced): string | null {
  const alike =
    base.side.kind === "package" &&
    other.side.kind === "package" &&
    onOneRuntime(base, other) &&
    base.loaded !== null &&
    isDeepStrictEqual(base.loaded.packages, other.loaded?.packages);
  return alike ? sameWords(base, other) : null;
}

/** Who names the same thing twice means an A/A comparison. */
function onOneRuntime({ side: one }: Traced, { side: two }: Traced): boolean {
  return (
    one.text !== two.text &&
    one.found.path === two.found.path &&
    one.found.version === two.found.version
  );
}

function sameWords(base: Traced, { side }: Traced): string {
  if (side.kind === "revision") {
    return (
      `${base.side.text} and ${side.text} are the same, nothing was changed in between: name another base, such as ` +
      "HEAD~1 (--aa measures them all the same)"
    );
  }
  return (
    `${base.side.text} and ${side.text} load the same code (${codeOf(base)}): name two that differ (--aa measures them ` +
    "all the same)"
  );
}

/** A program may do something else with the same code when it is told to. */
function wordsOf({ program }: Side): string {
  return program.kind === "command" ? JSON.stringify(program.command) : program.kind;
}

function codeOf({ side, loaded }: Traced): string {
  if (side.package === null)
    return side.program.kind === "file" ? basename(side.program.file) : side.name;
  const found = loaded?.packages.find(({ name }) => name === side.package);
  return [side.package, found?.version ?? side.version ?? ""].join(" ").trim();
}
