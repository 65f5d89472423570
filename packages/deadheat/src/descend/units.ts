import type { Trial } from "../provenance/trial.ts";
import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { inside, readRegular } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { installedManifestIn } from "@deadheat/versions";
import type { Candidate } from "../search/candidate.ts";

/** The version of a unit on one server, the versions of all its copies, and their folders from the root. */
export interface Loaded {
  readonly version: string | null;
  readonly versions: readonly string[];
  readonly folders: readonly string[];
}

/** A package, or the user's own code (`.`), that differs between two servers. null where a server does not load it. */
export interface Unit {
  readonly name: string;
  readonly base: Loaded | null;
  readonly new: Loaded | null;
}

/** A unit that both servers load, so that the one can take the place of the other. */
export type Exchangeable = Unit & Pair<Loaded>;

/** Two servers, and all that both load and that differs between them. */
export interface Difference {
  readonly pair: Pair<Candidate>;
  readonly learned: Pair<Trial>;
  readonly units: readonly Exchangeable[];
}

export const OWN = ".";
const MODULES = "node_modules";
const LARGEST_TEXT = 20_000_000;

/** Returns the real path of a server's root. */
export const rootOf = ({ side }: Pick<Trial, "side">): string => realpathSync(side.root);

/** Returns the packages and the own code that differ between two servers; null if their files are unknown. */
export function unitsOf(pair: Pair<Trial>): readonly Unit[] | null {
  const [base, next] = [loadedOf(pair.base), loadedOf(pair.new)];
  if (base === null || next === null) return null;
  const names = [...new Set([...next.keys(), ...base.keys()])];
  return names.flatMap((name): Unit[] => {
    const unit = { name, base: base.get(name) ?? null, new: next.get(name) ?? null };
    if (!isExchangeable(unit)) return [unit];
    return differs(pair, unit) ? [namedByChange(unit)] : [];
  });
}

export function isExchangeable(unit: Unit): unit is Exchangeable {
  return unit.base !== null && unit.new !== null;
}

/** Returns the packages that only the new server loads, each before those that it brings along. */
export function broughtBy(units: readonly Unit[], root: string): OfNew[] {
  const loaded = units.filter((unit): unit is OfNew => unit.new !== null);
  return dependenciesFirst(loaded, root)
    .filter(({ base, name }) => base === null && name !== OWN)
    .toReversed();
}

/** A workspace package belongs to the own code: it has no versions to choose from. */
function loadedOf({ loaded }: Trial): Map<string, Loaded> | null {
  if (loaded === null) return null;
  const found = new Map<string, Loaded>();
  for (const { name, version, path } of loaded.packages) {
    if (path.startsWith("(outside)")) continue;
    const isPackage = path.split("/").includes(MODULES);
    const key = isPackage ? name : OWN;
    const known = found.get(key);
    const folders = [...(known?.folders ?? []), isPackage ? path : OWN];
    const versions = [...(known?.versions ?? []), ...(isPackage && version ? [version] : [])];
    found.set(key, {
      version: versions[0] ?? null,
      versions: [...new Set(versions)].toSorted(),
      folders: [...new Set(folders)],
    });
  }
  return found;
}

/** Names the versions that only one server has, if a server has several. */
function namedByChange({ name, base, new: next }: Exchangeable): Exchangeable {
  const only = (own: Loaded, other: Loaded): Loaded => {
    const version = own.versions.find((one) => !other.versions.includes(one)) ?? own.version;
    return { ...own, version };
  };
  return { name, base: only(base, next), new: only(next, base) };
}

/** Returns whether a unit is another one on the new side: in its versions, or in a file that both load. */
function differs(pair: Pair<Trial>, { name, base, new: next }: Exchangeable): boolean {
  if (name !== OWN && base.versions.join() !== next.versions.join()) return true;
  const { base: before, new: after } = textsOf(pair, {
    base: base.folders[0] as string,
    new: next.folders[0] as string,
  });
  const common = [...after].filter(([path]) => before.has(path));
  const changed = common.some(([path, text]) => before.get(path) !== text);
  return changed || (name === OWN && before.size !== after.size);
}

/**
 * Returns the texts that two servers load from a folder each, by their paths in it. The file that starts the base has the
 * path of the one that starts the new server, so that `a.mjs` and `b.mjs` are compared with each other.
 */
export function textsOf(pair: Pair<Trial>, folders: Pair<string>): Pair<Map<string, string>> {
  const texts = { base: textsIn(pair.base, folders.base), new: textsIn(pair.new, folders.new) };
  const [own, other] = [programIn(pair.base, folders.base), programIn(pair.new, folders.new)];
  const text = own === null ? undefined : texts.base.get(own);
  if (own === null || other === null || text === undefined || texts.base.has(other)) return texts;
  texts.base.delete(own);
  texts.base.set(other, text);
  return texts;
}

/** Returns the path of the file that starts a server, in its own code; null if there is none. */
function programIn({ side: { program, root } }: Trial, folder: string): string | null {
  if (folder !== OWN || program.kind !== "file") return null;
  return relative(realpathSync(root), realpathSync(program.file)).split(sep).join("/");
}

/** Returns the texts of the files that a server loads from a folder, by their paths in it, without the packages installed there. */
export function textsIn(learned: Trial, folder: string): Map<string, string> {
  const top = join(rootOf(learned), folder);
  const texts = new Map<string, string>();
  for (const file of learned.loaded?.files ?? []) {
    if (!inside(file, top)) continue;
    const path = relative(top, file).split(sep).join("/");
    if (path.split("/").includes(MODULES)) continue;
    texts.set(path, String(readRegular(file, LARGEST_TEXT) ?? ""));
  }
  return texts;
}

/** A unit that the new server loads. */
export type OfNew = Unit & { readonly new: Loaded };

/** Returns units in an order in which each comes after those that it depends on, and the own code last. */
export function dependenciesFirst<U extends OfNew>(units: readonly U[], root: string): U[] {
  const byName = new Map(units.map((one) => [one.name, one]));
  const ordered = new Set<U>();
  const begun = new Set<string>();
  const visit = (unit: U): void => {
    if (begun.has(unit.name)) return;
    begun.add(unit.name);
    const manifest = installedManifestIn(join(root, unit.new.folders[0] as string));
    for (const name of Object.keys(manifest?.dependencies ?? {})) {
      const other = byName.get(name);
      if (other !== undefined && unit.name !== OWN) visit(other);
    }
    ordered.add(unit);
  };
  const own = byName.get(OWN);
  for (const unit of units.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (unit !== own) visit(unit);
  }
  if (own !== undefined) visit(own);
  return [...ordered];
}
