import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { seededFortunes, seededRows, storeNamed } from "@deadheat/handlers";
import type { Runtime } from "@deadheat/journal";
import { root } from "../targets/project.ts";
import { runtimeBinary } from "../targets/tools.ts";
import type { Running, Surroundings } from "./service.ts";

/** Makes a database file with the tables in the run's folder. */
export async function createSqlite({ folder, stores }: Surroundings): Promise<Running> {
  const { DatabaseSync } = await import("node:sqlite");
  const home = join(folder.path, "sqlite");
  mkdirSync(home);
  const address = join(home, "world.sqlite");
  const database = new DatabaseSync(address);
  database.exec(
    'CREATE TABLE world (id INTEGER PRIMARY KEY, "randomNumber" INTEGER NOT NULL);' +
      "CREATE TABLE fortune (id INTEGER PRIMARY KEY, message TEXT NOT NULL);" +
      "BEGIN",
  );
  const row = database.prepare("INSERT INTO world VALUES (?, ?)");
  for (const { id, randomNumber } of seededRows()) row.run(id, randomNumber);
  const fortune = database.prepare("INSERT INTO fortune VALUES (?, ?)");
  for (const { id, message } of seededFortunes) fortune.run(id, message);
  database.exec("COMMIT");
  database.close();
  const description = {
    version: "each client's own (settings)",
    source: "a file made for the run",
    settings: await sqliteVersions(stores),
  };
  return { address, description, died: () => null, stop: async () => {} };
}

const run = promisify(execFile);

const VERSION = "SELECT sqlite_version() AS v";

/** The code that prints the version of SQLite in each client. */
const questions: Readonly<Record<string, string>> = {
  "better-sqlite3": `import Database from "better-sqlite3";
    console.log(new Database(":memory:").prepare("${VERSION}").get().v);`,
  "node-sqlite": `import { DatabaseSync } from "node:sqlite";
    console.log(new DatabaseSync(":memory:").prepare("${VERSION}").get().v);`,
  "bun-sqlite": `import { Database } from "bun:sqlite";
    console.log(new Database(":memory:").query("${VERSION}").get().v);`,
};

const evaluate: Readonly<Record<Runtime, readonly string[]>> = {
  node: ["--input-type=module", "--eval"],
  bun: ["--eval"],
  deno: ["eval", "--quiet"],
};

/** Returns the versions of SQLite in these stores. They differ by runtime: `node-sqlite on bun`. */
async function sqliteVersions(stores: readonly string[]): Promise<Record<string, string>> {
  const asked = stores.flatMap((store) => {
    const code = questions[store];
    // better-sqlite3 contains the same SQLite on every runtime.
    const runtimes = store === "better-sqlite3" ? (["node"] as const) : storeNamed(store).runtimes;
    return code === undefined ? [] : runtimes.map((runtime) => ({ store, runtime, code }));
  });
  const versions = await Promise.all(
    asked.map(async ({ store, runtime, code }) => {
      const name = store === "better-sqlite3" ? store : `${store} on ${runtime}`;
      return [name, await ask(runtime, code)] as const;
    }),
  );
  return Object.fromEntries(versions);
}

async function ask(runtime: Runtime, code: string): Promise<string> {
  try {
    const args = [...evaluate[runtime], code];
    const cwd = join(root, "packages", "stores");
    const { stdout } = await run(runtimeBinary(runtime), args, { cwd, timeout: 10_000 });
    return stdout.trim();
  } catch {
    return "unknown";
  }
}
