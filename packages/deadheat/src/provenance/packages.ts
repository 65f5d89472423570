import { createHash } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import * as v from "valibot";
import { attempt, inside, readRegular, type LoadedPackage } from "@deadheat/journal";
import type { Comparison } from "@deadheat/judge";
import type { Pair } from "@deadheat/measure";
import type { LoadedCode } from "./trial.ts";

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string | null;
  readonly files: string[];
}

/**
 * Returns the packages that files belong to, in the order of the files. A file in node_modules belongs to the package
 * there. Any other file belongs to the nearest package.json that has a name, so a linked workspace package counts as a
 * package. Files of the root's package, and files without a package, belong to the app, `.`.
 * @param files real paths, in order
 */
export function byPackage(files: readonly string[], root: string): LoadedPackage[] {
  const packages = new Map<string, Package>();
  for (const file of files) {
    const folder = folderOf(file, root);
    const known = packages.get(folder);
    if (known) known.files.push(file);
    else packages.set(folder, { folder, ...identityOf(folder, root), files: [file] });
  }
  return [...packages.values()].map((one) => ({
    name: one.name,
    version: one.version,
    path: shownPath(one.folder, root),
    files: one.files.length,
    sha256: digestOf(one),
  }));
}

/** Returns the folder, name and version of the package that a file belongs to, as `byPackage` does. */
export function packageOf(file: string, root: string): Omit<Package, "files"> {
  const folder = folderOf(file, root);
  return { folder, ...identityOf(folder, root) };
}

/** The most bytes that are hashed of what one server has loaded. */
export const LARGEST_TOTAL = 2 ** 29;
const LARGEST_MANIFEST = 10_000_000;

const MODULES = "node_modules";
const INSTALLED = /\/node_modules\/((?:@[^/]+\/)?[^/]+)$/;

function folderOf(file: string, root: string): string {
  const within = inside(file, root);
  const words = (within ? relative(root, file) : file).split(sep);
  const at = words.lastIndexOf(MODULES);
  if (at === -1)
    return nearest(dirname(file), within ? root : null) ?? (within ? root : dirname(file));
  const name = words[at + 1]?.startsWith("@") ? 2 : 1;
  const folder = words.slice(0, at + 1 + name).join(sep);
  return within ? join(root, folder) : folder;
}

/** Returns the folder of the nearest package.json that has a name, no higher than `top`; null if there is none. */
function nearest(folder: string, top: string | null): string | null {
  if (manifestOf(folder).name !== undefined) return folder;
  const above = dirname(folder);
  return folder === top || above === folder ? null : nearest(above, top);
}

/** Returns a package's name and version. Never returns the name of any other folder, which may be private. */
function identityOf(folder: string, root: string): Pick<Package, "name" | "version"> {
  const [, installedAs = "."] = INSTALLED.exec(folder.replaceAll(sep, "/")) ?? [];
  const { name = installedAs, version = null } = manifestOf(folder);
  return { name: folder === root ? "." : name, version };
}

const manifestSchema = v.object({ name: v.optional(v.string()), version: v.optional(v.string()) });

function manifestOf(folder: string): v.InferOutput<typeof manifestSchema> {
  const read = () => readRegular(join(folder, "package.json"), LARGEST_MANIFEST);
  return attempt(() => v.parse(manifestSchema, JSON.parse(String(read())))) ?? {};
}

/** Returns a folder's path from the root or, outside of the root, from node_modules: the folders above are private. */
function shownPath(folder: string, root: string): string {
  if (inside(folder, root)) return relative(root, folder).replaceAll(sep, "/") || ".";
  const words = folder.split(sep);
  const at = words.lastIndexOf(MODULES);
  return ["(outside)", ...(at === -1 ? [] : words.slice(at))].join("/");
}

/**
 * Returns a digest of the files' contents, without their names: deadheat gives an app's file another name when it puts the
 * file into a checkout. A change that renames a loaded file also changes the file that loads it.
 */
export function digestOf({ files }: { readonly files: readonly string[] }): string {
  const contentOf = (file: string) => readRegular(file, LARGEST_TOTAL) ?? "";
  const each = files.map((file) => createHash("sha256").update(contentOf(file)).digest("hex"));
  return createHash("sha256").update(each.toSorted().join()).digest("hex");
}

/** A package whose version or content differs between two servers. A version is null if the package has none or was not loaded. */
export interface Difference {
  readonly name: string;
  readonly base: string | null;
  readonly new: string | null;
}

/** Compares packages by their paths, because a server may load several versions of one package. */
export function differences(
  base: readonly LoadedPackage[],
  other: readonly LoadedPackage[],
): Difference[] {
  const at = (packages: readonly LoadedPackage[], path: string) =>
    packages.find((one) => one.path === path);
  const paths = [...new Set([...other, ...base].map(({ path }) => path))];
  return paths.flatMap((path) => {
    const [one, two] = [at(base, path), at(other, path)];
    if (one?.sha256 === two?.sha256) return [];
    const name = (two ?? one)?.name ?? path;
    return [{ name, base: one?.version ?? null, new: two?.version ?? null }];
  });
}

/**
 * Returns the packages that two revisions load in different versions: the repository's own, by the name at its root, and
 * its dependencies. Empty unless both are revisions: other specs have their version in their name.
 */
export function differingVersions({
  base,
  new: next,
}: Pair<LoadedCode>): NonNullable<Comparison["packages"]> {
  const revisions = base.side.revision !== null && next.side.revision !== null;
  if (!revisions || base.loaded === null || next.loaded === null) return [];
  const found = differences(base.loaded.packages, next.loaded.packages);
  const differing = found.flatMap(({ name, base: before, new: after }) => {
    const called = name === "." ? (manifestOf(next.side.root).name ?? null) : name;
    return called === null || before === null || after === null || before === after
      ? []
      : [{ name: called, base: before, new: after }];
  });
  return [...new Map(differing.map((one) => [JSON.stringify(one), one])).values()];
}
