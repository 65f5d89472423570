import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { attempt } from "@deadheat/journal";
import { below, escaped, keptAt, type Mounted } from "./mounts.ts";

/** The folders of a home in which package managers keep what they have downloaded, and their logs. They write there for good. */
const CACHES = [
  ".npm/_cacache",
  ".npm/_logs",
  ".cache",
  ".local/share/pnpm/store",
  ".yarn/berry/cache",
  ".bun/install/cache",
];

/** A home of which a command changes its own version, which is gone at its end. */
export interface OwnHome {
  /** The lines of fstab(5). Their relative paths begin in the folder with the mount points. */
  readonly lines: readonly string[];
  readonly remove: () => void;
}

/**
 * Returns the mounts of a home that a command may write to without an effect on later ones: what it puts into `.npmrc`, `.profile` or
 * the folder of programs is thrown away.
 * @param folder holds the mount points `home`, the real home until all is mounted, and `new`, a file system in memory
 */
export function ownHome(
  home: string,
  folder: string,
  all: readonly Mounted[],
  isRoot: boolean,
): OwnHome {
  const made = CACHES.flatMap((name) => makeFolders(home, name));
  const real = (path: string) => join(folder, "home", relative(home, path));
  const bind = (path: string) =>
    `${escaped(real(path))} ${escaped(path)} none ${["rbind", "nofail", ...keptAt(path, all)].join(",")} 0 0`;
  const options = ["lowerdir=home,upperdir=new/changed,workdir=new/work"];
  if (!isRoot) options.push("userxattr");
  options.push(...keptAt(home, all).filter((one) => one !== "nodev"));
  const mounts = below(home, all).map(({ path }) => path);
  const caches = CACHES.map((name) => join(home, name));
  const kept = [...mounts, ...caches];
  const lines = [
    `${escaped(home)} ${escaped(join(folder, "home"))} none rbind 0 0`,
    `overlay ${escaped(home)} overlay ${options.join(",")} 0 0`,
    ...kept.filter((path) => existsSync(path)).map(bind),
  ];
  const remove = () => {
    for (const path of made.toReversed()) attempt(() => rmdirSync(path));
  };
  return { lines, remove };
}

/** Makes a folder in a home, and returns what had to be made, parents first. */
function makeFolders(home: string, name: string): string[] {
  const path = join(home, name);
  const missing: string[] = [];
  for (let one = path; one !== home && !existsSync(one); one = dirname(one)) missing.unshift(one);
  if (missing.length > 0) attempt(() => mkdirSync(path, { recursive: true }));
  return missing;
}
