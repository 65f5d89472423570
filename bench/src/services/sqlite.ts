import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { seededFortunes, seededRows } from "@deadheat/handlers";
import type { RunningService, Surroundings } from "@deadheat/measure";

export async function createSqlite({ folder }: Surroundings): Promise<RunningService> {
  const { DatabaseSync } = await import("node:sqlite");
  const home = join(folder, "sqlite");
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
  // The versions of the clients and runtimes, which runs record, decide which SQLite each of them contains.
  const description = {
    version: "each client's own",
    source: "a file made for the run",
    settings: {},
  };
  return { address, description, pid: null, died: () => null, stop: async () => {} };
}
