import type { Gated } from "@deadheat/judge";
import type { Pair } from "@deadheat/measure";
import { TREE, type Commit } from "@deadheat/versions";
import { suffixOf } from "../config/runtime.ts";
import type { Spec } from "./spec.ts";

/** A server in documents, and the words that name the same version in another command. */
export interface ServerName {
  readonly told: Gated["base"];
  readonly again: readonly string[];
}

/**
 * Names the base and the new version. If their names are equal, each gets its runtime or its role as well.
 * @param commits the commits of revisions; null for any other server
 */
export function namedSides(specs: Pair<Spec>, commits: Pair<Commit | null>): Pair<ServerName> {
  const base = named(specs.base, commits.base);
  const next = named(specs.new, commits.new);
  if (base.told.name !== next.told.name || specs.base.text === specs.new.text) {
    return { base, new: next };
  }
  const [onBase, onNew] = [suffixOf(specs.base.runtime), suffixOf(specs.new.runtime)];
  const { name } = base.told;
  const renamed = (one: ServerName, other: string) => ({
    ...one,
    told: { ...one.told, name: other },
  });
  return onBase === onNew
    ? { base: renamed(base, `base-${name}`), new: renamed(next, `new-${name}`) }
    : { base: renamed(base, `${name}${onBase}`), new: renamed(next, `${name}${onNew}`) };
}

function named({ text, label, what, runtime }: Spec, commit: Commit | null): ServerName {
  // The option --command names it.
  if (what.kind === "command") return { told: { name: label ?? text, commit: null }, again: [] };
  if (what.kind !== "revision" || commit === null) {
    return { told: { name: label ?? text, commit: null }, again: [text] };
  }
  if (what.revision === null) return { told: { name: label ?? TREE, commit: null }, again: [] };
  const again = [`${commit.id.slice(0, 12)}${suffixOf(runtime)}`];
  return { told: { name: label ?? commit.name, commit: commit.id }, again };
}
