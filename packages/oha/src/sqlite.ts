/**
 * Node's SQLite, loaded when it is needed: Node 22 and 24 warn that it is experimental.
 *
 * @throws Error naming `what` takes it, where Node has none.
 */
export async function sqlite(what: string): Promise<typeof import("node:sqlite")> {
  try {
    return await import("node:sqlite");
  } catch (cause) {
    throw new Error(`${what} takes Node >= 22.13, this is ${process.version}`, { cause });
  }
}
