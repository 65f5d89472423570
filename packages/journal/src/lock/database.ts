/**
 * Opens a write transaction on the SQLite file `<path>.db`, which one connection at a time has
 * (RESERVED in https://www.sqlite.org/lockingv3.html); null while another has it. Gives what ends it.
 * The empty file stays: whoever removed it could remove it from under the next holder.
 */
export async function beginOn(path: string): Promise<(() => void) | null> {
  // Loaded only here: Node 22 and 24 warn that SQLite is experimental.
  const { DatabaseSync } = await import("node:sqlite").catch((cause: Error) => {
    const need = `a lock on ${process.platform} needs Node >= 22.13`;
    throw new Error(`${need}, and this is ${process.version}`, { cause });
  });
  const database = new DatabaseSync(`${path}.db`);
  try {
    // Without a journal on disk a killed holder leaves nothing that would have to be rolled back.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE");
  } catch (error) {
    database.close();
    // What Node, Bun and Deno agree on: the text for SQLITE_BUSY.
    if ((error as Error).message.includes("database is locked")) return null;
    throw error;
  }
  held.add(database);
  return () => {
    held.delete(database);
    database.close();
  };
}

/** Kept from the garbage collector, which would close them. */
const held = new Set<{ close: () => void }>();
