import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { wholeEnvironment } from "@deadheat/journal";
import { cachePaths, type Env } from "./cache.ts";
import { OhaUnavailableError } from "../errors.ts";
import { RELEASES, type Release } from "./releases.ts";
import { askVersion, OHA_VERSION, refuseVersion } from "../version.ts";

/** A usable oha. Builds differ in speed, so record all fields with a result. */
export interface Oha {
  /** The absolute path of the binary. */
  path: string;
  version: string;
  /** The place where oha was found. `release` and `cargo` also lie in the cache, but were put there just now. */
  source: "OHA_BIN" | "PATH" | "cache" | "release" | "cargo";
  /** The SHA-256 of the binary, in lower-case hex. */
  sha256: string;
}

/** The result of a search: an oha or null, and a sentence for each place without a usable one. */
interface OhaSearch {
  oha: Oha | null;
  attempts: string[];
  /** The attempts that found an oha which cannot be used. */
  unusable: string[];
}

export interface FindOptions {
  /** The environment to read OHA_BIN, PATH and XDG_CACHE_HOME from; that of this process by default. */
  env?: Env | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Looks for an oha without obtaining one: `OHA_BIN`, then PATH, then the user's cache directory.
 * @throws OhaUnavailableError if `OHA_BIN` is set but unusable. A user who sets it wants that oha and no other.
 */
export function findOha(options: FindOptions = {}): Promise<OhaSearch> {
  return search(options, RELEASES);
}

/** The release binaries by `process.platform-process.arch`. */
export type Releases = Readonly<Record<string, Release>>;

/** Does the work of `findOha` with given releases. */
export async function search(
  { env = wholeEnvironment(), signal }: FindOptions,
  releases: Releases,
): Promise<OhaSearch> {
  const [attempts, unusable]: [string[], string[]] = [[], []];
  const named = env["OHA_BIN"];
  if (named !== undefined && named !== "") {
    const oha = await examine(resolve(named), "OHA_BIN", signal);
    if (typeof oha !== "string") return { oha, attempts, unusable };
    const advice = "Correct OHA_BIN, or unset it to let deadheat find or obtain oha.";
    throw new OhaUnavailableError(`OHA_BIN cannot be used: ${oha}. ${advice}`);
  }
  for (const path of await onPath(env)) {
    const oha = await examine(path, "PATH", signal);
    if (typeof oha !== "string") return { oha, attempts, unusable };
    unusable.push(`${oha}: skipped`);
    attempts.push(`${oha}: skipped`);
  }
  if (attempts.length === 0) attempts.push("there is no oha on PATH");
  const oha = await inCache(env, releases, signal);
  if (oha !== null && typeof oha !== "string") return { oha, attempts, unusable };
  if (oha !== null) unusable.push(oha);
  attempts.push(oha ?? `there is no oha in the cache at ${cachePaths(env).root}`);
  return { oha: null, attempts, unusable };
}

/**
 * Returns the oha in the cache, a sentence that says why it is not used, or null if there is none. It is only started if it has the hash of the
 * release, or of the oha that was built here.
 */
export async function inCache(
  env: Env,
  releases: Releases,
  signal?: AbortSignal,
): Promise<Oha | string | null> {
  const { binary, built, root } = cachePaths(env);
  if ((await stat(root).catch(() => null)) === null) return null;
  const known = [
    releases[`${process.platform}-${process.arch}`]?.sha256,
    (await readFile(built, "utf8").catch(() => "")).trim(),
  ];
  const sha256 = await hashOf(binary).catch(() => null);
  if (sha256 === null || !known.includes(sha256)) {
    return `the cache is damaged: ${binary} is neither the release of oha ${OHA_VERSION} nor the oha that was built here`;
  }
  const oha = await examine(binary, "cache", signal);
  if (typeof oha === "string") return `the cache is damaged: ${oha}`;
  if (oha.version === OHA_VERSION) return oha;
  return `the cache is damaged: ${binary} is oha ${oha.version}, not ${OHA_VERSION}`;
}

/** Returns the oha at `path`, or a sentence that says why it cannot be used. */
export async function examine(
  path: string,
  source: Oha["source"],
  signal?: AbortSignal,
): Promise<Oha | string> {
  const file = await stat(path).catch(() => null);
  if (file === null) return `${path} does not exist`;
  if (!file.isFile()) return `${path} is not a file`;
  const answer = await askVersion(path, { signal });
  if ("problem" in answer) return `${path} ${answer.problem}`;
  const refusal = refuseVersion(answer.version, path);
  if (refusal !== null) return refusal;
  return { path, version: answer.version, source, sha256: await hashOf(path) };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Returns every different oha in the folders of PATH, in order. */
async function onPath(env: Env): Promise<string[]> {
  const found = new Map<string, string>();
  for (const directory of (env["PATH"] ?? "").split(delimiter)) {
    // An empty or relative entry means the working directory, which is never intended.
    if (!isAbsolute(directory)) continue;
    const path = join(directory, "oha");
    const real = await realpath(path).catch(() => null);
    if (real !== null && !found.has(real) && (await stat(real)).isFile()) found.set(real, path);
  }
  return [...found.values()];
}
