import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import os from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { attempt, cacheDirectory, inside } from "@deadheat/journal";
import { stateDirectory } from "../machine/directory.ts";

/** The part of the file system that is a server's own. All else is read-only, or not there. */
export interface Room {
  /** The folder with its code. Each start gets it as it is, and what the start writes is thrown away. */
  readonly tree: string;
  /** Further folders and programs that can be read, wherever they lie. */
  readonly readable?: readonly string[];
  /** Folders in which it writes for good. */
  readonly writable?: readonly string[];
  /** Folders that are empty inside, such as the one with the results of the run. */
  readonly hidden?: readonly string[];
}

/** A path inside, and how it is seen there. */
export interface Place {
  readonly path: string;
  /** `hide`: an empty folder; `read`: read-only; `tree`: changes are thrown away; `write`: as outside. */
  readonly kind: "hide" | "read" | "tree" | "write";
}

/** Folders of the root that are made anew inside, or hold nothing for a server. */
const ANEW = new Set(["proc", "sys", "dev", "boot", "lost+found"]);

interface RootFolder {
  readonly path: string;
  /** The text of a link; null for a folder. */
  readonly link: string | null;
}

/** Returns the folders of the root that are shown inside, and the links, such as `/bin`, with their texts. */
export function rootFolders(): RootFolder[] {
  return readdirSync("/", { withFileTypes: true }).flatMap((entry): RootFolder[] => {
    const path = `/${entry.name}`;
    if (ANEW.has(entry.name)) return [];
    if (entry.isSymbolicLink()) return [{ path, link: readlinkSync(path) }];
    return entry.isDirectory() ? [{ path, link: null }] : [];
  });
}

/**
 * Returns what a server sees at which path, parents first. Hidden are the home of the user, temporary files, sockets of the
 * system, and deadheat's own cache and state. Within them are shown the tree, the programs on PATH, deadheat's code, and the
 * caches from which runtimes load packages.
 */
export function placesOf(room: Room, env: Readonly<Record<string, string>>): Place[] {
  const real = (paths: readonly string[]) =>
    paths.flatMap((path) => attempt(() => realpathSync(path)) ?? []);
  const tree = realpathSync(room.tree);
  const hidden = real([...OFTEN, ...ownFolders(), ...(room.hidden ?? [])]).filter(canHide);
  // Nobody may write to the cache or the state of deadheat, whatever the configuration says.
  const kept = real([cacheDirectory(), stateDirectory()]);
  const writable = real(room.writable ?? []).filter(
    (path) => path !== "/" && !kept.some((folder) => inside(path, folder)),
  );
  const isHidden = (path: string) => hidden.some((folder) => inside(path, folder));
  const named = (room.readable ?? []).map((path) => realpathOf(path)).map(folderOf);
  // Where the system keeps the addresses of name servers.
  const names = dirname(realpathOf("/etc/resolv.conf"));
  const readable = [...named, ...programs(env), ...caches(env), ownCode, names];
  // A hidden part of a folder that the server needs, such as the cache in the folder where it starts, stays hidden.
  const whole = real([...OFTEN, os.homedir(), os.tmpdir()]);
  const needed = new Set(
    real(named).filter((path) => !hidden.includes(path) && !whole.some((one) => inside(one, path))),
  );
  const all = real([...readable, ...linked(tree)]).filter(
    (path) =>
      isHidden(path) &&
      !inside(path, tree) &&
      (needed.has(path) || !hidden.some((one) => inside(one, path))),
  );
  const shown = all.filter((path) => !all.some((one) => one !== path && inside(path, one)));
  const places: Place[] = [
    ...hidden.map((path) => ({ path, kind: "hide" }) as const),
    ...shown.map((path) => ({ path, kind: "read" }) as const),
    ...(tree === "/" ? [] : [{ path: tree, kind: "tree" } as const]),
    ...writable.map((path) => ({ path, kind: "write" }) as const),
  ];
  // The last of several at one path counts.
  const last = new Map(places.map((place) => [place.path, place]));
  const sorted = [...last.values()].toSorted((a, b) => depth(a.path) - depth(b.path));
  // An empty folder in an empty folder is not there, but for those that programs expect.
  const expected = real([os.homedir(), os.tmpdir()]);
  return sorted.filter(({ path, kind }, i) => {
    const around = sorted.slice(0, i).findLast((one) => inside(path, one.path));
    return kind !== "hide" || around?.kind !== "hide" || expected.includes(path);
  });
}

const OFTEN = ["/home", "/root", "/tmp", "/var/tmp", "/run"];

function ownFolders(): string[] {
  return [os.homedir(), os.tmpdir(), cacheDirectory(), stateDirectory()];
}

/** A home of `/`, as in some containers, holds the system. */
function canHide(path: string): boolean {
  return path !== "/" && !["/usr", "/etc", "/lib", "/opt"].some((system) => inside(system, path));
}

function depth(path: string): number {
  return path.split("/").length;
}

/** Deadheat's own code, with the packages that it needs: the outermost node_modules around it, the clone, or its package. */
const ownCode = (() => {
  const { dirname: here } = import.meta;
  const modules = here.indexOf("/node_modules/");
  if (modules >= 0) return here.slice(0, modules + "/node_modules".length);
  return above(here, "pnpm-workspace.yaml") ?? above(here, "package.json") ?? here;
})();

/** Returns the nearest folder around this one that has a file; null if there is none. */
function above(folder: string, file: string): string | null {
  if (existsSync(join(folder, file))) return folder;
  return folder === dirname(folder) ? null : above(dirname(folder), file);
}

/** Returns the folders of the programs on PATH, with what lies beside `bin`. */
function programs({ PATH = "" }: Readonly<Record<string, string>>): string[] {
  const entries = [...PATH.split(":"), dirname(process.execPath)].filter((one) =>
    one.startsWith("/"),
  );
  return entries.flatMap((entry) => [entry, ...behind(entry)].flatMap(besideBin));
}

/** Returns the folder that shows a path: for a program, that of all its files. */
function folderOf(path: string): string {
  const isFile = attempt(() => lstatSync(path).isFile());
  return isFile ? (besideBin(dirname(path))[0] ?? dirname(path)) : path;
}

/** Returns the folders of the programs that the links in a folder lead to: node, npm, pnpm and so on. */
function behind(folder: string): string[] {
  if (!inside(folder, os.homedir()) && !inside(folder, cacheDirectory())) return [];
  const links = (attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []).filter((one) =>
    one.isSymbolicLink(),
  );
  return links.flatMap(({ name }) => {
    const path = attempt(() => realpathSync(join(folder, name)));
    return path === null ? [] : [dirname(path)];
  });
}

/**
 * Returns the folder of an installed program for that of its binary: the prefix of `bin`, or the folder of `node_modules`. The
 * prefix may hold what is hidden, so `bin` itself follows.
 */
function besideBin(folder: string): string[] {
  const modules = folder.indexOf("/node_modules");
  if (modules > 0) return [folder.slice(0, modules)];
  const parent = dirname(folder);
  const isPrefix = /^(?:bin|shims)$/.test(basename(folder)) && basename(parent) !== ".local";
  return isPrefix && parent !== os.homedir() ? [parent, folder] : [folder];
}

/** Returns the caches from which Bun, Deno, Yarn, pnpm and Corepack load code. */
function caches({ HOME = os.homedir(), ...env }: Readonly<Record<string, string>>): string[] {
  const cache = env.XDG_CACHE_HOME ?? join(HOME, ".cache");
  return [
    env.DENO_DIR ?? join(cache, "deno"),
    join(HOME, ".bun/install/cache"),
    join(HOME, ".deno"),
    join(HOME, ".yarn/berry"),
    join(HOME, ".local/share/pnpm"),
    join(HOME, ".volta"),
    join(HOME, ".asdf"),
    join(HOME, ".local/share/mise"),
    join(cache, "node/corepack"),
  ];
}

/** Returns the packages outside of the tree that the links in its node_modules lead to, as `npm link` makes them. */
function linked(tree: string): string[] {
  const folder = join(tree, "node_modules");
  const names = (attempt(() => readdirSync(folder)) ?? []).flatMap((name) =>
    name.startsWith("@")
      ? (attempt(() => readdirSync(join(folder, name))) ?? []).map((own) => join(name, own))
      : [name],
  );
  const links = [folder, ...names.map((name) => join(folder, name))].filter((path) =>
    attempt(() => lstatSync(path).isSymbolicLink()),
  );
  const targets = links.flatMap((path) => attempt(() => realpathSync(path)) ?? []);
  const isOwn = (path: string) => inside(path, tree) || inside(path, realpathOf(cacheDirectory()));
  return targets.filter((path) => !isOwn(path)).map(packageRoot);
}

/** A linked package finds its own packages in the folders above it, up to its node_modules. */
function packageRoot(path: string): string {
  const modules = path.indexOf("/node_modules/");
  return modules > 0 ? path.slice(0, modules + "/node_modules".length) : path;
}

function realpathOf(path: string): string {
  return attempt(() => realpathSync(path)) ?? path;
}
