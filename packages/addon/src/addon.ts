import { createHash, randomUUID } from "node:crypto";
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
import { pathToFileURL } from "node:url";
import envPaths from "env-paths";
import { ElfError } from "./elf.ts";
import { fitness, withOlderNames } from "./older-glibc.ts";

/** A manifest's `addon`: the native part of a target. Without it the target is not the same server. */
interface AddonSpec {
  /** The npm package that loads the addon. */
  readonly package: string;
  /** The file as that package requires it, with {platform}, {arch} and {node}, Node's major version. */
  readonly file: string;
}

/** A native addon of this host. */
export interface Addon {
  readonly package: string;
  /** The installed file. Never write to it: pnpm's store may share it with other projects. */
  readonly original: string;
  readonly sha256: string;
  /** The copy that runs instead of the original; null to run the original. */
  readonly copy: AddonCopy | null;
}

interface AddonCopy {
  readonly path: string;
  readonly sha256: string;
  /** The version of the host's glibc that the copy is made for. */
  readonly glibc: string;
  /** The reason for the copy, and its differences from the original. */
  readonly reason: string;
}

/** The facts that decide whether an addon can be loaded on a host. */
export interface Host {
  readonly platform: string;
  readonly arch: string;
  /** The version of glibc; null for another C library. */
  readonly glibc: string | null;
  /** The major version of Node. */
  readonly node: number;
}

const found = new Map<string, Addon | string>();

/**
 * Returns the addon of the app in `folder` as this host can run it, or why it cannot. Writes nothing: see `makeCopy`.
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
    return `${name} (${file}) is not available for ${where}`;
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
    const lack = `${name} needs glibc ${fit.needs} and this host has ${host.glibc}`;
    if ("refused" in fit) return `${lack}; ${fit.refused}, which has no older name`;
    return {
      ...addon,
      copy: {
        path: join(cacheDirectory(), addon.sha256, basename(original)),
        sha256: sha256(withOlderNames(bytes, host.glibc)),
        glibc: host.glibc,
        reason: `${lack}: deadheat runs a private copy that uses ${fit.renamed.join(", ")} under their older names`,
      },
    };
  } catch (error) {
    if (error instanceof ElfError) return `${name} cannot be read: ${error.message}`;
    throw error;
  }
}

const made = new Set<string>();

/** Makes the private copy of `addon`, unless it exists. The copy appears by one rename, complete or not at all. */
export function makeCopy({ original, copy }: Addon): void {
  if (copy === null || made.has(copy.path)) return;
  if (!copyExists({ copy })) {
    const bytes = withOlderNames(readFileSync(original), copy.glibc);
    const partial = `${copy.path}.${randomUUID()}.partial`;
    mkdirSync(dirname(copy.path), { recursive: true, mode: 0o700 });
    writeFileSync(partial, bytes);
    renameSync(partial, copy.path);
  }
  made.add(copy.path);
}

/** Returns whether the copy exists and is complete. */
export function copyExists({ copy }: Pick<Addon, "copy">): boolean {
  return copy !== null && existsSync(copy.path) && sha256(readFileSync(copy.path)) === copy.sha256;
}

/** Returns Node's options that load the copy instead of the original; empty without a copy. */
export function addonOptions({ original, copy }: Addon): string[] {
  if (copy === null) return [];
  const hook = new URL("./addon-copy.ts", import.meta.url);
  hook.searchParams.set("original", pathToFileURL(original).href);
  hook.searchParams.set("copy", pathToFileURL(copy.path).href);
  return ["--import", hook.href];
}

/** Returns the description of an addon for a journal, without a path of this machine. */
export function addonRecord(addon: Addon | null) {
  if (addon === null) return null;
  const { package: owner, sha256: original, copy } = addon;
  return {
    package: owner,
    sha256: original,
    copy: copy === null ? null : { sha256: copy.sha256, reason: copy.reason },
  };
}

/** Returns `$XDG_CACHE_HOME/deadheat/addons` or `~/.cache/deadheat/addons`. */
function cacheDirectory(): string {
  return join(envPaths("deadheat", { suffix: "" }).cache, "addons");
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
