import { readFileSync } from "node:fs";

const read = new Map<string, Buffer>();

/**
 * For a connection over TLS 1.3 to a server that must have this very certificate: Node's options.
 * @throws Error where no file is named
 */
export function certificateAt(path: string | undefined): { ca: Buffer; minVersion: "TLSv1.3" } {
  if (path === undefined) throw new Error("no certificate is known for a server over TLS");
  const known = read.get(path) ?? readFileSync(path);
  read.set(path, known);
  return { ca: known, minVersion: "TLSv1.3" };
}
