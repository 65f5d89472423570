import { cpSync, existsSync, lstatSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import * as v from "valibot";
import { attempt, messageOf, readText, UsageError } from "@deadheat/journal";
import { hashOf } from "../cache/entry.ts";
import { CODE } from "../cache/contents.ts";
import {
  directOf,
  noManifest,
  readManifest,
  releasedTogether,
  withDependencies,
} from "./manifest.ts";
import type { InstallOptions, InstalledTree } from "../options.ts";
import { familyOf } from "./families.ts";
import { lockedPackages } from "./locked/read.ts";
import { fittingPeers } from "./peers.ts";
import { filesOf, hashFiles } from "./project-files.ts";
import { installTree } from "./tree.ts";

interface Project {
  readonly file: string;
  /** The package whose range replaces the project's own, and that of the packages that are released together with it. */
  readonly name: string;
  readonly range: string;
  /** A shell command that runs in the copy after the install, such as `npm run build`; null for none. */
  readonly setup: string | null;
}

/** Larger copies, in bytes, are rejected: nobody expects them. */
const LARGEST_COPY = 200e6;

/**
 * Installs a copy of the user's project with another version of a package. The project is the folder of the nearest
 * package.json above the file, as git lists it, or the file alone if there is no package.json. The other dependencies stay as
 * package-lock.json has them.
 * @returns the install, with the versions of the packages that changed, and the file's path in the copy
 * @throws UsageError if there is no such file or the project is too large to copy, EnvironmentError, Interrupted
 */
export async function installProject(
  { file, name, range, setup }: Project,
  options: InstallOptions,
): Promise<InstalledTree & { readonly file: string }> {
  const root = projectRoot(file);
  const own = existsSync(join(root, "package.json"));
  // A setup may build the file, from the files of a project.
  if (!(setup !== null && own) && attempt(() => statSync(file).isFile()) !== true) {
    throw new UsageError(`${file}: there is no such file. Name the server's file with --app`);
  }
  const manifest = own ? readManifest(join(root, "package.json")) : noManifest();
  const locked = own ? lockedPackages(root) : [];
  const together = releasedTogether(root, manifest, name, range, locked);
  const rest = Object.keys(directOf(manifest)).filter((one) => one !== name && !(one in together));
  const peers = await fittingPeers(root, rest, name, range, options);
  const dependencies = { ...peers, ...together, [name]: range };
  const files = own ? await filesOf(root, file) : [basename(file)];
  refuseLarge(root, files);
  const installed = await installTree(
    {
      kind: "project",
      wanted: dependencies,
      manifest: withDependencies(manifest, dependencies),
      lockfile: own
        ? lockfileOf(root, [...Object.keys(dependencies), ...familyOf(name, locked)], options)
        : null,
      contents: hashOf([hashFiles(root, files), setup && options.runtime?.path]),
      place: (folder) => {
        for (const path of files) {
          cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
        }
      },
      setup,
      immutable: false,
    },
    options,
  );
  return { ...installed, file: join(installed.folder, relative(root, file)) };
}

/** Returns a digest of the code of a project, as `installProject` copies it: results beside the code may change. */
export async function digestOfProject(file: string): Promise<string> {
  const root = projectRoot(file);
  return hashFiles(
    root,
    (await filesOf(root, file)).filter((path) => CODE.test(path)),
  );
}

/** Returns the folder of the nearest package.json above a file, or the folder of the file if there is none. */
export function projectRoot(file: string): string {
  const start = dirname(file);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

function refuseLarge(root: string, files: readonly string[]): void {
  const bytes = files.reduce((sum, path) => sum + lstatSync(join(root, path)).size, 0);
  if (bytes <= LARGEST_COPY) return;
  throw new UsageError(
    `${root} has ${Math.round(bytes / 1e6)} MB of files, and at most 200 MB are copied. Have git ignore files that the ` +
      "server does not need, or put the server into a package of its own.",
  );
}

const OTHERS = ["pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"];

const lockfileSchema = v.looseObject({
  packages: v.optional(v.record(v.string(), v.unknown())),
  dependencies: v.optional(v.record(v.string(), v.unknown())),
});

/** Removes the replaced packages from the lockfile. Otherwise npm would keep an old version that still satisfies a new range. */
function lockfileOf(
  root: string,
  replaced: readonly string[],
  { note }: InstallOptions,
): string | null {
  const path = ["npm-shrinkwrap.json", "package-lock.json"]
    .map((name) => join(root, name))
    .find((candidate) => existsSync(candidate));
  if (path === undefined) {
    const other = OTHERS.find((name) => existsSync(join(root, name)));
    if (other !== undefined) {
      note(`npm does not read ${other}: it resolves the dependencies of ${basename(root)} anew`);
    }
    return null;
  }
  return withoutReplaced(path, replaced);
}

const LARGEST_LOCKFILE = 100_000_000;

/**
 * Returns npm's lockfile without these packages.
 * @throws UsageError if the file is no lockfile
 */
export function withoutReplaced(path: string, names: readonly string[]): string {
  const text = readText(path, LARGEST_LOCKFILE);
  try {
    const lockfile = v.parse(lockfileSchema, JSON.parse(text));
    for (const name of names) delete lockfile.dependencies?.[name];
    const ends = names.map((name) => `node_modules/${name}`);
    for (const place of Object.keys(lockfile.packages ?? {})) {
      if (ends.some((end) => place === end || place.endsWith(`/${end}`))) {
        delete lockfile.packages?.[place];
      }
    }
    return JSON.stringify(lockfile, null, 2);
  } catch (error) {
    throw new UsageError(`${path} is not a lockfile of npm: ${messageOf(error)}`);
  }
}
