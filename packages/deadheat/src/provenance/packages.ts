import { createHash } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import * as v from "valibot";
import { readRegular, type LoadedPackage } from "@deadheat/journal";
import { inside } from "./inside.ts";

/** Files of one package, by the folder that it lies in. */
interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string | null;
  readonly files: string[];
}

/**
 * The packages that files belong to, in order of their real paths. What lies in node_modules belongs to the package there,
 * everything else to the nearest package.json with a name: a linked package of a workspace is one of its own. The one of
 * the root, and what has none, is the app: `.`.
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

/** The folder of the nearest package.json that has a name, no higher than `top`. */
function nearest(folder: string, top: string | null): string | null {
  if (manifestOf(folder).name !== undefined) return folder;
  const above = dirname(folder);
  return folder === top || above === folder ? null : nearest(above, top);
}

/** The name of a folder that is no package's may be nobody's business. */
function identityOf(folder: string, root: string): Pick<Package, "name" | "version"> {
  const [, installedAs = "."] = INSTALLED.exec(folder.replaceAll(sep, "/")) ?? [];
  const { name = installedAs, version = null } = manifestOf(folder);
  return { name: folder === root ? "." : name, version };
}

/** The name in a folder's package.json; null if there is none. */
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

/** Without what lies above the root, or, outside of it, above node_modules. */
function shownPath(folder: string, root: string): string {
  if (inside(folder, root)) return relative(root, folder).replaceAll(sep, "/") || ".";
  const words = folder.split(sep);
  const at = words.lastIndexOf(MODULES);
  return ["(outside)", ...(at === -1 ? [] : words.slice(at))].join("/");
}

/**
 * Of contents alone: an app's file that was put into another checkout has a name of its own there. What renames a file
 * that is loaded changes another one too.
 */
function digestOf({ files }: Package): string {
  const contentOf = (file: string) => readRegular(file, LARGEST_TOTAL) ?? "";
  const each = files.map((file) => createHash("sha256").update(contentOf(file)).digest("hex"));
  return createHash("sha256").update(each.toSorted().join()).digest("hex");
}
