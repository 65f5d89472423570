import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { withLock, type LockOptions } from "@deadheat/journal";
import { cachePaths, type CachePaths } from "./cache.ts";
import { OhaUnavailableError } from "../errors.ts";
import { examine, findOha, inCache, type FindOptions, type Oha } from "./find.ts";
import { RELEASES } from "./releases.ts";
import { OHA_VERSION } from "../version.ts";
import { advice, fromCargo, fromRelease, type Way, type WaySettings } from "./ways.ts";

export interface ObtainOptions extends FindOptions {
  /** Called with one line at a time, for people to read. */
  onProgress?: ((line: string) => void) | undefined;
}

/** What `obtainOha` uses and tests replace. */
export interface Settings extends WaySettings, Pick<LockOptions, "pollSeconds"> {}

/**
 * Finds oha (see `findOha`) or puts it in the user's cache directory: the upstream release binary
 * where its hash is known, else built with cargo, which takes minutes and says so. Of several
 * processes one obtains it and the others wait. What is in the cache is always whole.
 *
 * @throws OhaUnavailableError when there is none to be had; its message says what was tried and
 * what to do.
 * @throws the signal's reason when it is raised; what runs is killed, and nothing half-done remains.
 */
export async function obtainOha(options: ObtainOptions = {}): Promise<Oha> {
  return obtainWith(options, { releases: RELEASES });
}

/** `obtainOha` with other settings than the real ones, for tests. */
export async function obtainWith(options: ObtainOptions, settings: Settings): Promise<Oha> {
  const { env = process.env, signal, onProgress = () => {} } = options;
  const found = await findOha(options);
  if (found.oha !== null) return found.oha;
  const { attempts } = found;
  for (const attempt of attempts) onProgress(attempt);
  const paths = cachePaths(env);
  try {
    await mkdir(paths.base, { recursive: true });
    const onWait = (holder: { pid: number } | null) => {
      onProgress(`waiting: process ${holder?.pid ?? "(starting)"} is obtaining oha already`);
    };
    const oha = await withLock(paths.lock, { ...settings, signal, onWait }, async () => {
      const cached = await inCache(env, signal);
      if (typeof cached !== "string") return cached;
      return fill(paths, attempts, { env, signal, onProgress, settings });
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

/** Tries each way in a directory of its own and moves the first that works to its place. */
async function fill(
  paths: CachePaths,
  attempts: string[],
  context: Parameters<Way>[1],
): Promise<Oha | null> {
  // The lock is ours, so what others left here is of processes that died.
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
        throw new Error(`it is oha ${oha.version}, not ${OHA_VERSION}`);
      await writeFile(join(staging, "sha256"), `${oha.sha256}\n`);
      context.signal?.throwIfAborted();
      await replace(staging, paths.root, prefix);
      return { ...oha, path: paths.binary };
    } catch (error) {
      context.signal?.throwIfAborted();
      const attempt = `${source}: ${(error as Error).message}`;
      attempts.push(attempt);
      context.onProgress(attempt);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }
  return null;
}

/** Moves `staging` to `root` in one step, after moving a damaged `root` out of the way. */
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
    advice(),
  ];
  return new OhaUnavailableError(message.join("\n"), attempts, cause);
}
