/**
 * Opens a write transaction on the SQLite file `<path>.db`, which only one connection at a time can hold (RESERVED in
 * https://www.sqlite.org/lockingv3.html). Returns a function that ends it, or null while another connection holds it.
 * The empty file stays: removing it could remove it from under the next holder.
 */
export async function beginOn(path: string): Promise<(() => void) | null> {
  // Loaded only here: Node 22 and 24 warn that SQLite is experimental.
  const { DatabaseSync } = await import("node:sqlite").catch((cause: Error) => {
    const need = `a lock on ${process.platform} needs Node >= 22.13`;
    throw new Error(`${need}, and this is ${process.version}`, { cause });
  });
  const database = new DatabaseSync(`${path}.db`);
  try {
    // Without a journal on disk, a killed holder leaves nothing to roll back.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE");
  } catch (error) {
    database.close();
    // The text for SQLITE_BUSY is the same on Node, Bun and Deno.
    if ((error as Error).message.includes("database is locked")) return null;
    throw error;
  }
  held.add(database);
  return () => {
    held.delete(database);
    database.close();
  };
}

/** Open databases, kept from the garbage collector, which would close them. */
const held = new Set<{ close: () => void }>();
