import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import envPaths from "env-paths";
import { ElfError } from "./elf.ts";
import { fitness, withOlderNames } from "./older-glibc.ts";

/** A manifest's `addon`: the native part of a target, without which it is not what it claims to be. */
export interface AddonSpec {
  /** The npm package that loads it. */
  readonly package: string;
  /** The file as that package requires it, with {platform}, {arch} and {node}, Node's major version. */
  readonly file: string;
}

/** A native addon of this host. */
export interface Addon {
  readonly package: string;
  /** As it is installed. It may be shared with other projects through pnpm's store: never written. */
  readonly original: string;
  readonly sha256: string;
  /** What is run in its place; null: the original itself. */
  readonly copy: AddonCopy | null;
}

export interface AddonCopy {
  readonly path: string;
  readonly sha256: string;
  /** The version of the host's glibc, for which it is made. */
  readonly glibc: string;
  /** Why, and what is different in it. */
  readonly reason: string;
}

/** What decides whether an addon can be loaded here. */
export interface Host {
  readonly platform: string;
  readonly arch: string;
  /** The C library's version; null: it is not glibc. */
  readonly glibc: string | null;
  /** Of Node: its major version. */
  readonly node: number;
}

const found = new Map<string, Addon | string>();

/**
 * The addon of the app in `folder` as it can be run on this host, or why it cannot. Nothing is
 * written: see `makeCopy`.
 */
export function findAddon(folder: string, spec: AddonSpec, host: Host): Addon | string {
  const name = `${spec.package}'s native addon`;
  const file = spec.file.replace(/\{(\w+)\}/g, (_, key: string) => String(host[key as keyof Host]));
  let original: string;
  try {
    const owner = realpathSync(join(folder, "node_modules", spec.package, "package.json"));
    original = realpathSync(createRequire(owner).resolve(file));
  } catch {
    const where = `${host.platform} ${host.arch} with Node ${host.node}`;
    return `${name} (${file}) is not to be had for ${where}`;
  }
  const key = `${original} ${host.glibc}`;
  const known = found.get(key) ?? examine(name, original, spec, host);
  found.set(key, known);
  return known;
}

function examine(name: string, original: string, spec: AddonSpec, host: Host): Addon | string {
  const bytes = readFileSync(original);
  const addon: Addon = { package: spec.package, original, sha256: sha256(bytes), copy: null };
  if (host.platform !== "linux") return addon;
  if (host.glibc === null) return `${name} needs glibc, and this host has another C library`;
  try {
    const fit = fitness(bytes, host.glibc);
    if (fit.fits) return addon;
    const wants = `${name} needs glibc ${fit.needs} and this host has ${host.glibc}`;
    if ("refused" in fit) return `${wants}; ${fit.refused}, which has no older name`;
    return {
      ...addon,
      copy: {
        path: join(cacheDirectory(), addon.sha256, basename(original)),
        sha256: sha256(withOlderNames(bytes, host.glibc)),
        glibc: host.glibc,
        reason: `${wants}: what runs is a private copy that uses ${fit.renamed.join(", ")} under their older names`,
      },
    };
  } catch (error) {
    if (error instanceof ElfError) return `${name} cannot be read: ${error.message}`;
    throw error;
  }
}

const made = new Set<string>();

/**
 * Makes the private copy that `addon` is run as, unless it is there already, byte for byte.
 * It appears by one rename, whole or not at all.
 */
export function makeCopy({ original, copy }: Addon): void {
  if (copy === null || made.has(copy.path)) return;
  if (!copyExists({ copy })) {
    const bytes = withOlderNames(readFileSync(original), copy.glibc);
    const partial = `${copy.path}.${process.pid}.partial`;
    mkdirSync(dirname(copy.path), { recursive: true, mode: 0o700 });
    writeFileSync(partial, bytes);
    renameSync(partial, copy.path);
  }
  made.add(copy.path);
}

/** Whether the copy lies there whole. */
export function copyExists({ copy }: Pick<Addon, "copy">): boolean {
  return copy !== null && existsSync(copy.path) && sha256(readFileSync(copy.path)) === copy.sha256;
}

/** Node's options with which the copy is loaded wherever the original would be; none without one. */
export function addonOptions({ original, copy }: Addon): string[] {
  if (copy === null) return [];
  const hook = new URL("./addon-copy.ts", import.meta.url);
  hook.searchParams.set("original", pathToFileURL(original).href);
  hook.searchParams.set("copy", pathToFileURL(copy.path).href);
  return ["--import", hook.href];
}

/** What a journal tells of it: no path of this machine. */
export function addonRecord(addon: Addon | null) {
  if (addon === null) return null;
  const { package: owner, sha256: original, copy } = addon;
  return {
    package: owner,
    sha256: original,
    copy: copy === null ? null : { sha256: copy.sha256, reason: copy.reason },
  };
}

/** `$XDG_CACHE_HOME/deadheat/addons` or `~/.cache/deadheat/addons`. */
function cacheDirectory(): string {
  return join(envPaths("deadheat", { suffix: "" }).cache, "addons");
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
