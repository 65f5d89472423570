import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { EnvironmentError } from "@deadheat/journal";
import { diesWithParent } from "@deadheat/measure";

export interface CacheServer {
  /** The address, for `TURBO_API`. */
  readonly url: string;
  /** Settles when the server is gone. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface CacheServerOptions {
  /** The folder of the artifacts. The server makes it if it is missing. */
  readonly folder: string;
  readonly port: number;
  readonly token: string;
  /** The key that makes the server keep signatures. Turbo checks them, the server does not. */
  readonly key: string;
}

/**
 * Starts a remote cache for turbo (npm: turborepo-remote-cache) on loopback.
 * @throws EnvironmentError if the server does not start
 */
export async function startCacheServer(options: CacheServerOptions): Promise<CacheServer> {
  const main = createRequire(import.meta.url).resolve("turborepo-remote-cache/package.json");
  const words = [...diesWithParent(), process.execPath, join(dirname(main), "dist", "cli.js")];
  const [program, ...args] = words as [string, ...string[]];
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(options.port),
      TURBO_TOKEN: options.token,
      TURBO_REMOTE_CACHE_SIGNATURE_KEY: options.key,
      STORAGE_PROVIDER: "local",
      STORAGE_PATH: options.folder,
      // Without this, the path is relative to the system's folder for temporary files.
      STORAGE_PATH_USE_TMP_FOLDER: "false",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let last = "";
  const listening = new Promise<string>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      last = (last + text).slice(-5000);
      const url = /Server listening at (http:[^"\s]+)/.exec(last)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([listening, ended]);
  if (url === undefined) {
    throw new EnvironmentError(`the cache server did not start. Its last output:\n${last}`);
  }
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, ended, stop };
}
