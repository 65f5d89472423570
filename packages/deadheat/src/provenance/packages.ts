import { createHash } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import * as v from "valibot";
import { readRegular, type LoadedPackage } from "@deadheat/journal";
import { inside } from "./inside.ts";

/** The loaded files of one package. */
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

/** Returns the name in a folder's package.json; null if there is none. */
export function nameIn(folder: string): string | null {
  return manifestOf(folder).name ?? null;
}

const manifestSchema = v.object({ name: v.optional(v.string()), version: v.optional(v.string()) });

function manifestOf(folder: string): v.InferOutput<typeof manifestSchema> {
  try {
    const text = readRegular(join(folder, "package.json"), LARGEST_MANIFEST);
    return v.parse(manifestSchema, JSON.parse(String(text)));
  } catch {
    return {};
  }
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
function digestOf({ files }: Package): string {
  const contentOf = (file: string) => readRegular(file, LARGEST_TOTAL) ?? "";
  const each = files.map((file) => createHash("sha256").update(contentOf(file)).digest("hex"));
  return createHash("sha256").update(each.toSorted().join()).digest("hex");
}
