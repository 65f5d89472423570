import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { EnvironmentError, Interrupted, messageOf, scratchFolder } from "@deadheat/journal";
import { describeMachine, pinned, spawnService, startRedis } from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import { root } from "../targets/project.ts";
import { connect, within, type QueuePlace } from "./connection.ts";

const run = promisify(execFile);

/** The time for a clone, and for installing its packages. */
const CLONE_SECONDS = 120;
const INSTALL_SECONDS = 600;

/** A queue and workers on this machine, for a run that is told no address. */
export interface LocalFleet {
  readonly place: QueuePlace;
  /** Returns why the run cannot go on; null while it can. */
  readonly broken: () => string | null;
  readonly stop: () => Promise<void>;
}

/**
 * Starts Redis and workers on this machine, each in its own clone. They measure one at a time, as the machine's lock
 * asks. Everything is gone when `stop` settles, and ends with this process.
 * @throws EnvironmentError if something cannot be installed or started; Interrupted
 */
export async function startLocalFleet(workers: number, io: Io): Promise<LocalFleet> {
  const { note, signal } = io;
  const folder = scratchFolder("fleet");
  const prefix = pinned(describeMachine("most").pinning, "generators");
  const started: {
    readonly name: string;
    readonly stop: () => Promise<void>;
    readonly died: () => string | null;
  }[] = [];
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const redis = await startRedis({ folder, prefix, note, signal }, versionAt);
    const queue = { name: "Redis", stop: redis.stop, died: redis.died };
    started.push(queue);
    const place = { address: redis.address, key: randomBytes(32).toString("hex") };
    const crew: typeof started = [];
    for (let i = 1; i <= workers; i++) {
      note(`Making clone ${i} of ${workers}`);
      const cwd = join(folder, `clone-${i}`);
      await clone(cwd, signal);
      const env = {
        ...process.env,
        QUEUE_URL: place.address,
        TURBO_REMOTE_CACHE_SIGNATURE_KEY: place.key,
      };
      const words = ["bench/deadheat.mjs", "worker", "--queue", "--label", `worker ${i}`];
      const name = `worker ${i}`;
      const options = { name, cwd, env, log: join(folder, `worker-${i}.log`) };
      const around = { folder, prefix: [], note, signal };
      const worker = spawnService([process.execPath, ...words], around, options);
      started.push(worker);
      crew.push(worker);
    }
    return {
      place,
      stop,
      broken: () => {
        const why = queue.died();
        if (why !== null) return `Redis of this run ${why}`;
        const alive = crew.some((one) => one.died() === null);
        return alive ? null : `All workers have ended (${crew[0]?.died()})`;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function versionAt(address: string): Promise<string> {
  const client: Redis = await connect({ address, key: "" });
  try {
    return (await within(client.info("server"), 5)).length > 0 ? "Redis" : "unknown";
  } finally {
    client.disconnect();
  }
}

/** Clones this repository with its uncommitted changes, and installs its packages. */
async function clone(to: string, signal: AbortSignal): Promise<void> {
  try {
    const limits = { signal, timeout: 1000 * CLONE_SECONDS, maxBuffer: 2 ** 26 };
    const git = (...args: string[]) => run("git", args, { ...limits, cwd: root });
    await git("clone", "--quiet", "--shared", root, to);
    const { stdout } = await git("ls-files", "-z", "--modified", "--others", "--exclude-standard");
    for (const file of stdout.split("\0").filter(Boolean)) {
      if (existsSync(join(root, file))) cpSync(join(root, file), join(to, file));
      else rmSync(join(to, file), { force: true });
    }
    mkdirSync(join(to, "results"), { recursive: true });
    const words = ["-y", "pnpm@12.21.0", "install", "--frozen-lockfile", "--prefer-offline"];
    const env = { ...process.env };
    // Set by the pnpm that runs this command. It would keep the one in the clone from installing.
    delete env.pnpm_config_verify_deps_before_run;
    await run("npx", words, { ...limits, cwd: to, env, timeout: 1000 * INSTALL_SECONDS });
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    throw new EnvironmentError(`Cannot make a clone for a worker: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
