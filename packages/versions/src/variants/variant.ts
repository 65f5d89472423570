import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { EnvironmentError, inside } from "@deadheat/journal";
import { copyFolder, copyPackage } from "./copy.ts";
import { settle } from "./settle.ts";

/** A package's folder that takes the place of another one. */
export interface Put {
  /** The package's folder, from the root of the tree. */
  readonly target: string;
  /** The real path of the folder with the other content. */
  readonly source: string;
  /** The real path of the root of the source's own tree, in which its dependencies are found. */
  readonly top: string;
}

/** Everything in which a variant differs from the tree that it is copied from. */
export interface Changes {
  readonly puts: readonly Put[];
  /** Packages that stay, to which the dependencies of another version are added that they do not have in any version. */
  readonly lends?: readonly Put[];
  /** The names of dependencies that stay in the version of the tree, even if another package does not allow it. */
  readonly fixed?: ReadonlySet<string>;
  /** The texts of files, by their paths from the root. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Copies an installed tree, and changes the copy: packages get the content of another version, and files another text. The
 * dependencies of such a package stay as they are where their versions fit, or are fixed; others are copied into the package
 * from its own tree.
 * @param root the real path of the tree, which stays as it is
 * @throws EnvironmentError if a path leads out of the copy
 */
export async function makeVariant(
  root: string,
  into: string,
  { puts, lends = [], fixed = new Set(), texts }: Changes,
): Promise<string> {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(dirname(into), { recursive: true });
  await copyFolder(root, into, (path) => path !== join(root, ".git"));
  const folder = realpathSync(into);
  for (const { target, source } of puts) await replace(within(folder, target), source);
  for (const { target, source, top } of puts) {
    const keeps = (name: string, isFitting: boolean) => isFitting || fixed.has(name);
    await settle(within(folder, target), { source, top, keeps }, folder);
  }
  for (const { target, source, top } of lends) {
    // An old version of a dependency would change more than the lines do.
    await settle(within(folder, target), { source, top, keeps: () => true }, folder);
  }
  for (const [path, text] of texts) {
    const file = within(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    // The copy may have a link in the place of the file.
    rmSync(file, { force: true });
    await writeFile(file, text);
  }
  return folder;
}

/** Replaces the content of a package's folder, except the packages that are installed in it. */
async function replace(target: string, source: string): Promise<void> {
  for (const name of existsSync(target) ? readdirSync(target) : []) {
    if (name !== "node_modules") rmSync(join(target, name), { recursive: true, force: true });
  }
  await copyPackage(source, target);
}

/** Returns a path in the copy. A link there may lead anywhere, so nothing is written through one that leads out. */
function within(folder: string, path: string): string {
  const whole = join(folder, path);
  let nearest = whole;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  const isIn = inside(whole, folder) && inside(join(realpathSync(nearest), basename(path)), folder);
  if (isIn && !path.split(sep).includes("..")) return whole;
  throw new EnvironmentError(`${path} leads out of the copy of the server`);
}
