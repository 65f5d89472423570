import { createHash } from "node:crypto";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";

/** What a Linux socket address holds (`sun_path` in unix(7)). */
const ADDRESS_BYTES = 108;

/**
 * Listens at an address that belongs to `path`, which one socket at a time can; null while another
 * does. Gives what ends it.
 */
export async function listenFor(path: string): Promise<(() => void) | null> {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    // Exclusive: a worker of node:cluster would share its primary's socket.
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
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  // Full length: Node 20 fills a shorter abstract address with zeros, which makes it another one.
  return `\0${name}`.padEnd(ADDRESS_BYTES, "-");
}
