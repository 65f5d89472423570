import { rmSync } from "node:fs";
import {
  wholeEnvironment,
  type ServicesDescription,
  EnvironmentError,
  Interrupted,
} from "@deadheat/journal";
import { HELLO_KEY, scenarioNamed, storeNamed, type Service } from "@deadheat/handlers";
import {
  pinned,
  servicesFolder,
  startPostgres,
  startRedis,
  type Pinning,
  type RunningService,
  type Surroundings,
} from "@deadheat/measure";
import type { Io } from "deadheat/cli";
import { describeClient } from "./clients.ts";
import { openDatabase, seedPostgres } from "./database.ts";
import { embeddedPostgres } from "./postgres.ts";
import { openRedis, seedRedis } from "./redis.ts";
import { createSqlite } from "./sqlite.ts";
import type { Prepared } from "../plan/prepare.ts";

/** Runs `work` with the services that the prepared scenarios need. They are gone when the promise settles. */
export async function withServices<T>(
  prepared: Prepared,
  io: Pick<Io, "note" | "signal">,
  work: (served: Prepared) => Promise<T>,
): Promise<T> {
  const { settings } = prepared;
  const services = await startServices(settings.scenarios, settings.machine.pinning, io);
  if (services === null) return work(prepared);
  try {
    const { description, addresses } = services;
    return await work({ ...prepared, addresses, settings: { ...settings, services: description } });
  } finally {
    await services.stop();
  }
}

export interface Services {
  /** The addresses that stores open. They are never part of a key or a result. */
  readonly addresses: Record<string, string>;
  readonly description: ServicesDescription;
  /** Stops and removes everything, and settles when that is done. May be called twice. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the services of the scenarios' stores, with their data, off the servers' CPU. Returns null if no scenario needs
 * one. A service that cannot be started is no error: its scenarios are unsupported, with the reason.
 * @throws Interrupted if the signal aborts. Nothing is left then
 */
export async function startServices(
  scenarios: readonly string[],
  pinning: Pinning,
  { note, signal }: Pick<Io, "note" | "signal">,
): Promise<Services | null> {
  const names = new Set(scenarios.flatMap((name) => scenarioNamed(name).store ?? []));
  const stores = [...names].map(storeNamed);
  const needed = new Set(stores.map((store) => store.service));
  const clients = Object.fromEntries(stores.map(({ name }) => [name, describeClient(name)]));
  const running: Partial<Record<Service, RunningService>> = {};
  const missing: Partial<Record<Service, string>> = {};
  if (needed.size === 0) return null;

  const folder = servicesFolder();
  const around = { folder, prefix: pinned(pinning, "generators"), note, signal };
  const stop = async () => {
    await Promise.all(Object.values(running).map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const service of needed) {
      if (signal.aborted) throw new Interrupted();
      try {
        running[service] = await starters[service](around);
      } catch (error) {
        if (!(error instanceof EnvironmentError)) throw error;
        missing[service] = error.message;
        note(`deadheat: no ${service}: ${error.message}`);
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const each = <T>(of: (service: RunningService) => T) =>
    Object.fromEntries(Object.entries(running).map(([name, service]) => [name, of(service)]));
  return {
    addresses: each((service) => service.address),
    description: { running: each((service) => service.description), missing, clients },
    stop,
  };
}

/** Functions that start each service. An address from the user has priority. */
const starters: Readonly<Record<Service, (around: Surroundings) => Promise<RunningService>>> = {
  postgres: async (around) => {
    const url = wholeEnvironment().DATABASE_URL;
    if (url) return openDatabase(url);
    return startPostgres(around, embeddedPostgres(), seedPostgres);
  },
  redis: (around) => {
    const url = wholeEnvironment().REDIS_URL;
    if (url) return openRedis(url);
    return startRedis(around, (address) => seedRedis(address, HELLO_KEY));
  },
  sqlite: createSqlite,
};
