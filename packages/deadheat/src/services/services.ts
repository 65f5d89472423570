import { rmSync } from "node:fs";
import type { ServiceUse } from "@deadheat/judge";
import { EnvironmentError, Interrupted, unlessInterrupted } from "@deadheat/journal";
import {
  pinned,
  readCpu,
  servicesFolder,
  type Pinning,
  type Surroundings,
} from "@deadheat/measure";
import { runLine, type InstallOptions } from "@deadheat/versions";
import type { ReadServices } from "../config/services.ts";
import type { Place, RunningStore } from "./place.ts";
import { postgresStore } from "./postgres.ts";
import { programStore } from "./program.ts";
import { redisStore } from "./redis.ts";

/** The data of one server in the services of a run. */
export interface ServerData {
  readonly env: Readonly<Record<string, string>>;
  /** Makes the server's data as they were after `prepare`, before each start if requests write, otherwise once. */
  readonly restore: () => Promise<void>;
  /** Puts the real cause before a message, if a service has ended. */
  readonly explain: (message: string) => Promise<string>;
  /** Returns services with the same data, for another process of the same server. */
  readonly copy: () => ServerData;
  /** The schema and the numbers of rows that `prepare` made, without the values. */
  readonly schemaAndRows: string;
}

/** The server that `prepare` runs for, with the variables that `prepare` gets beside those of the services. */
interface Prepared {
  readonly name: string;
  readonly cwd: string;
  /** The folder with its code, which `prepare` may change. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The CPU seconds that each service has used; null if its process is unknown. */
type Clocks = readonly (number | null)[];

export interface Services {
  /**
   * Makes the data of a server, and runs the user's `prepare` in its folder. Many seeds draw ids and texts at random, and
   * two servers with different data do not return the same responses. So a server gets the data of another one, if
   * `prepare` made the same tables with as many rows for both.
   * @throws EnvironmentError, Interrupted
   */
  readonly dataOf: (side: Prepared, other?: ServerData) => Promise<ServerData>;
  readonly clocks: () => Promise<Clocks>;
  /** Returns the CPU use of each service since then. @param loadSeconds the time under load */
  readonly usedSince: (before: Clocks, loadSeconds: number) => Promise<ServiceUse[]>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the services of a run, off the CPU of its servers.
 * @param writes whether requests change data
 * @throws EnvironmentError if one cannot be started, Interrupted. Nothing is left then
 */
export async function startServices(
  { services, prepare }: ReadServices,
  writes: boolean,
  pinning: Pinning,
  install: InstallOptions,
): Promise<Services> {
  const { signal, note } = install;
  const folder = servicesFolder();
  const prefix = pinned(pinning, "generators");
  const around: Surroundings = { folder, prefix, note, signal };
  const running: RunningStore[] = [];
  const stop = async () => {
    await Promise.allSettled(running.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const one of services) {
      if (signal.aborted) throw new Interrupted();
      const service =
        one.kind === "program"
          ? await programStore(one, around)
          : one.kind === "redis"
            ? await redisStore(one, around)
            : await postgresStore(one, around, install);
      running.push(service);
      note(
        `Started ${[service.about.name, service.about.version].join(" ").trim()} (${service.about.source})`,
      );
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const dataOf: Services["dataOf"] = async (side, other) => {
    const places = [];
    for (const service of running) {
      places.push(await unlessInterrupted(service.place(), signal));
    }
    if (prepare !== null) await runPrepare(prepare, side, places, install);
    const all: string[] = [];
    for (const place of places) all.push(await unlessInterrupted(place.finish(), signal));
    const schemaAndRows = all.join("\n");
    if (prepare !== null && other?.schemaAndRows === schemaAndRows) {
      note(`${side.name} gets the data of the other server: the same tables with as many rows`);
      return other.copy();
    }
    return dataWith(places, running, writes, schemaAndRows);
  };
  const clocks = () =>
    Promise.all(running.map(async ({ pid }) => (pid === null ? null : (await readCpu(pid)).total)));
  const usedSince = async (before: Clocks, loadSeconds: number) => {
    const after = await clocks();
    return running.map(({ about }, i): ServiceUse => {
      const [from, to] = [before[i] ?? null, after[i] ?? null];
      const cpus = from === null || to === null ? null : Math.max(0, to - from) / loadSeconds;
      return { ...about, cpus };
    });
  };
  return { dataOf, clocks, usedSince, stop };
}

function dataWith(
  places: readonly Place[],
  running: readonly RunningStore[],
  writes: boolean,
  schemaAndRows: string,
): ServerData {
  let restored = false;
  return {
    env: Object.assign({}, ...places.map(({ env }) => env)),
    restore: async () => {
      if (restored && !writes) return;
      for (const place of places) await place.restore();
      restored = true;
    },
    explain: (message) => {
      const ended = running.find((service) => service.died() !== null);
      return Promise.resolve(
        ended === undefined ? message : `${ended.about.name} ${ended.died()}: ${message}`,
      );
    },
    copy: () =>
      dataWith(
        places.map((place) => place.copy()),
        running,
        writes,
        schemaAndRows,
      ),
    schemaAndRows,
  };
}

async function runPrepare(
  prepare: string,
  { name, cwd, root, env: own }: Prepared,
  places: readonly Place[],
  { signal, note }: InstallOptions,
): Promise<void> {
  note(`${name}: ${prepare}`);
  const env = Object.assign({ ...own }, ...places.map(({ seedEnv }) => seedEnv));
  const problem = await runLine(prepare, { cwd, env, own: root, signal });
  if (problem !== null) throw new EnvironmentError(`--prepare failed for ${name}: ${problem}`);
}
