import { randomBytes } from "node:crypto";
import { seededFortunes, seededRows } from "@deadheat/handlers";
import type { Client } from "pg";
import { messageOf, EnvironmentError } from "@deadheat/journal";
import {
  connecting,
  dropAbandoned,
  ownerOfDatabase,
  settingsOf,
  withClient,
  type RunningService,
} from "@deadheat/measure";

/**
 * Makes the tables `world` and `fortune` in an empty database.
 * @returns the version of the server
 */
export function seedPostgres(address: string): Promise<string> {
  return withClient(connected, address, async (client) => {
    const rows = seededRows();
    await client.query(
      'CREATE TABLE world (id integer PRIMARY KEY, "randomNumber" integer NOT NULL)',
    );
    await client.query("INSERT INTO world SELECT * FROM unnest($1::int[], $2::int[])", [
      rows.map((row) => row.id),
      rows.map((row) => row.randomNumber),
    ]);
    await client.query("CREATE TABLE fortune (id integer PRIMARY KEY, message text NOT NULL)");
    await client.query("INSERT INTO fortune SELECT * FROM unnest($1::int[], $2::text[])", [
      seededFortunes.map((fortune) => fortune.id),
      seededFortunes.map((fortune) => fortune.message),
    ]);
    await client.query("VACUUM ANALYZE");
    const { rows: versions } = await client.query<{ server_version: string }>(
      "SHOW server_version",
    );
    return versions[0]?.server_version ?? "unknown";
  });
}

/**
 * Creates a new database on the server that `DATABASE_URL` names, and drops it when the service stops. Other databases on
 * that server stay untouched.
 * @throws EnvironmentError if the server refuses
 */
export async function openDatabase(url: string): Promise<RunningService> {
  if (!URL.canParse(url))
    throw new EnvironmentError("DATABASE_URL is not an address like postgres://...");
  const name = `deadheat_${randomBytes(6).toString("hex")}`;
  const address = new URL(url);
  address.pathname = `/${name}`;
  let holder: Client;
  try {
    holder = await withClient(connected, url, async (client) => {
      await dropAbandoned(client);
      await client.query(`CREATE DATABASE ${name}`);
      // Only a database with an owner is dropped, and the server drops none that a connection is open to.
      const connection = await connected(address.href);
      await client.query(`COMMENT ON DATABASE ${name} IS '${ownerOfDatabase()}'`);
      return connection;
    });
  } catch (error) {
    throw new EnvironmentError(
      `DATABASE_URL: ${messageOf(error)}. Set it to a running server and a user with CREATEDB, ` +
        "or unset it",
    );
  }
  const drop = async () => {
    await holder.end().catch(() => {});
    await withClient(connected, url, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    );
  };
  try {
    const version = await seedPostgres(address.href);
    const description = { version, source: "DATABASE_URL", settings: settingsOf(url) };
    const stop = async () => void (await drop().catch(() => {}));
    return { address: address.href, description, pid: null, died: () => null, stop };
  } catch (error) {
    await drop().catch(() => {});
    throw error;
  }
}

async function connected(address: string): Promise<Client> {
  const { Client } = await import("pg");
  return connecting(Client)(address);
}
