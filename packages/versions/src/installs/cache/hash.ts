import { createHash } from "node:crypto";

/** A name for a value that JSON can hold: the same for the same value, short enough for any path. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
