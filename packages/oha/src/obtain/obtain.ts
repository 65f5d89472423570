import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { messageOf, wholeEnvironment, withLock } from "@deadheat/journal";
import { cachePaths, type CachePaths } from "./cache.ts";
import { fromCargo } from "./cargo.ts";
import { fromRelease } from "./download.ts";
import { OhaUnavailableError } from "../errors.ts";
import { examine, inCache, search, type FindOptions, type Oha } from "./find.ts";
import { RELEASES } from "./releases.ts";
import { OHA_VERSION } from "../version.ts";
import type { Context, Settings, Way } from "./way.ts";

interface ObtainOptions extends FindOptions {
  /** Called with one line of progress at a time, for people to read. */
  onProgress?: ((line: string) => void) | undefined;
}

/**
 * Returns an oha that `findOha` finds, or else puts one into the user's cache directory. It downloads the upstream
 * release binary if its hash is known, else it builds with cargo, which takes minutes. If several processes call it at
 * once, one obtains oha and the others wait. An oha in the cache is always complete.
 * @throws OhaUnavailableError if no way works. The message lists the attempts and the remedies.
 * @throws the signal's reason when it is aborted. Child processes are killed, and nothing unfinished remains.
 */
export async function obtainOha(options: ObtainOptions = {}): Promise<Oha> {
  return obtainWith(options, { releases: RELEASES });
}

export async function obtainWith(options: ObtainOptions, settings: Settings): Promise<Oha> {
  const { env = wholeEnvironment(), signal, onProgress = () => {} } = options;
  const found = await search({ env, signal }, settings.releases);
  if (found.oha !== null) return found.oha;
  const { attempts, unusable } = found;
  // That there is none is no news before the first download.
  for (const attempt of unusable) onProgress(attempt);
  const paths = cachePaths(env);
  try {
    await mkdir(paths.base, { recursive: true });
    const onWait = (holder: { pid: number } | null) => {
      onProgress(`waiting: process ${holder?.pid ?? "(starting)"} is obtaining oha`);
    };
    const oha = await withLock(paths.lock, { ...settings, signal, onWait }, async () => {
      const cached = await inCache(env, settings.releases, signal);
      if (cached !== null && typeof cached !== "string") return cached;
      return fill(paths, attempts, { ...settings, env, signal, onProgress });
    });
    if (oha !== null) return oha;
  } catch (error) {
    signal?.throwIfAborted();
    throw unavailable(
      [...attempts, `the cache cannot be used: ${(error as Error).message}`],
      error,
    );
  }
  throw unavailable(attempts);
}

/** Tries each way in a folder of its own, and moves the first working oha to its place. */
async function fill(paths: CachePaths, attempts: string[], context: Context): Promise<Oha | null> {
  // This process holds the lock, so the folders of other processes are leftovers of dead ones.
  const prefix = `.${basename(paths.root)}-`;
  for (const name of await readdir(paths.base)) {
    if (name.startsWith(prefix)) await rm(join(paths.base, name), { recursive: true, force: true });
  }
  const ways: readonly (readonly [Oha["source"], Way])[] = [
    ["release", fromRelease],
    ["cargo", fromCargo],
  ];
  for (const [source, way] of ways) {
    const staging = await mkdtemp(join(paths.base, prefix));
    try {
      const binary = join(staging, "bin", basename(paths.binary));
      await mkdir(dirname(binary));
      await way(binary, context);
      const oha = await examine(binary, source, context.signal);
      if (typeof oha === "string") throw new Error(oha);
      if (oha.version !== OHA_VERSION)
        throw new Error(`found oha ${oha.version} instead of ${OHA_VERSION}`);
      context.signal?.throwIfAborted();
      if (source === "cargo") await keepHash(paths.built, oha.sha256, context.onProgress);
      await replace(staging, paths.root, prefix);
      return { ...oha, path: paths.binary };
    } catch (error) {
      context.signal?.throwIfAborted();
      const attempt = `${source}: ${(error as Error).message}`;
      attempts.push(attempt);
      // The error after the last way lists them all.
      if (way !== fromCargo) context.onProgress(attempt);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }
  return null;
}

async function keepHash(path: string, sha256: string, note: (line: string) => void): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, `${sha256}\n`);
  } catch (error) {
    note(`the next command builds oha again, because its hash is not kept: ${messageOf(error)}`);
  }
}

/** Moves `staging` to `root` in one step, after moving a damaged `root` away. */
async function replace(staging: string, root: string, prefix: string): Promise<void> {
  const damaged = await mkdtemp(join(dirname(root), prefix));
  try {
    await rename(root, join(damaged, "root")).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await rename(staging, root);
  } finally {
    await rm(damaged, { recursive: true, force: true });
  }
}

function unavailable(attempts: readonly string[], cause?: unknown): OhaUnavailableError {
  const tried = attempts.map((attempt) => `  - ${attempt.replaceAll("\n", "\n    ")}`);
  const message = [
    "oha, the load generator, is missing and could not be obtained:",
    ...tried,
    "Do one of these, then run the command again:",
    `  - install oha >= ${OHA_VERSION} on PATH: https://github.com/hatoo/oha lists the packages`,
    "  - download oha elsewhere and set OHA_BIN to its path",
    "  - install Rust >= 1.88 (https://rustup.rs): deadheat then builds oha",
  ];
  return new OhaUnavailableError(message.join("\n"), { cause });
}
