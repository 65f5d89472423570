import { realpathSync } from "node:fs";
import { basename } from "node:path";
import type { Pair } from "@deadheat/measure";
import type { Side } from "../entrants/side.ts";
import { inside } from "./inside.ts";
import type { Loaded } from "./trace.ts";

/** A side, and what its server has loaded; null: not known. */
export interface Traced {
  readonly side: Side;
  readonly loaded: Loaded | null;
}

/**
 * Why these two must not be compared, as they would be the same code under two names; null: nothing says so. The same
 * content at two places is allowed: a revision may change the README alone.
 */
export function sameCode({ target, reference }: Pair<Traced>): string | null {
  return (
    leadsBack(reference) ??
    leadsBack(target) ??
    doesNotLoad(reference) ??
    doesNotLoad(target) ??
    sameFiles(reference, target)
  );
}

/** A checkout whose node_modules are links into another one of its repository, most often to the user's own. */
function leadsBack({ side, loaded }: Traced): string | null {
  if (side.repository === null || loaded === null) return null;
  const [repository, root] = [realpathSync(side.repository), realpathSync(side.root)];
  const foreign = loaded.files.find((file) => inside(file, repository) && !inside(file, root));
  if (foreign === undefined) return null;
  return (
    `${side.name} leads back to ${foreign}, which is not of its checkout: install per side, by a lockfile or --setup, ` +
    "instead of linking"
  );
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

function sameFiles(base: Traced, other: Traced): string | null {
  const [one, two] = [base.side, other.side];
  const alike =
    one.text !== two.text &&
    one.found.path === two.found.path &&
    one.found.version === two.found.version &&
    wordsOf(one) === wordsOf(two) &&
    base.loaded !== null &&
    base.loaded.files.join("\n") === other.loaded?.files.join("\n");
  if (!alike) return null;
  return (
    `${one.text} and ${two.text} load the same code (${codeOf(base)}): name two that differ (--aa measures them all ` +
    "the same)"
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
