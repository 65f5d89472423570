import { createHash } from "node:crypto";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";

/** The number of bytes in a Linux socket address (`sun_path` in unix(7)). */
const ADDRESS_BYTES = 108;

/**
 * Listens at an address of `path` for one socket at a time. Returns a function that ends it, or null if it is taken.
 */
export async function listenFor(path: string): Promise<(() => void) | null> {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    // exclusive: a worker of node:cluster would share the socket of its primary.
    server.listen({ path: addressFor(path), exclusive: true });
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return null;
    throw error;
  }
  return () => void server.close();
}

function addressFor(path: string): string {
  const real = join(realpathSync.native(dirname(path)), basename(path));
  const name = `deadheat-${createHash("sha256").update(real).digest("hex")}`;
  // The address has full length. Node 20 pads a shorter abstract address with zeros, which makes it another address.
  return `\0${name}`.padEnd(ADDRESS_BYTES, "-");
}
