import os from "node:os";
import { publishableDocument, withoutRoot, cacheDirectory } from "@deadheat/journal";
import type { Gated } from "@deadheat/judge";
import type { Pair } from "@deadheat/measure";
import { suffixOf } from "../entrants/runtime-suffix.ts";
import type { Spec } from "../entrants/spec.ts";
import { requireRevision, TREE } from "@deadheat/versions";

export interface NamedSide {
  readonly told: Gated["base"];
  /** The words that name the same version in another command. */
  readonly again: readonly string[];
}

/** Names the base and the new version. If their names are equal, each gets its runtime or its role as well. */
export async function namedSides(
  { base, new: next }: Pair<Spec>,
  cwd: string,
): Promise<Pair<NamedSide>> {
  const [one, two] = [await namedSide(base, cwd), await namedSide(next, cwd)];
  if (one.told.name !== two.told.name || base.text === next.text) return { base: one, new: two };
  const [onOne, onTwo] = [suffixOf(base.runtime), suffixOf(next.runtime)];
  const renamed = ({ told, again }: NamedSide, name: string) => ({
    told: { ...told, name },
    again,
  });
  const { name } = one.told;
  return onOne === onTwo
    ? { base: renamed(one, `base-${name}`), new: renamed(two, `new-${name}`) }
    : { base: renamed(one, `${name}${onOne}`), new: renamed(two, `${name}${onTwo}`) };
}

async function namedSide(spec: Spec, cwd: string): Promise<NamedSide> {
  const { text, label, what } = spec;
  if (what.kind !== "revision")
    return { told: { name: label ?? text, commit: null }, again: [text] };
  if (what.revision === null) return { told: { name: label ?? TREE, commit: null }, again: [] };
  const { id, name } = await requireRevision(what.revision, cwd);
  const again = [`${id.slice(0, 12)}${suffixOf(spec.runtime)}`];
  return { told: { name: label ?? name, commit: id }, again };
}

/** Returns a document without paths of this machine and without other private facts. */
export function published<T>(document: T, cwd: string): T {
  const roots = [cwd, cacheDirectory(), os.homedir()];
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return roots.reduce(withoutRoot, value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, walk(own)]));
  };
  return walk(publishableDocument(document)) as T;
}
