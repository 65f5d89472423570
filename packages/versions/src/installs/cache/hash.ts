import { createHash } from "node:crypto";

/** Returns a name for a JSON value: equal values have equal names, and the name fits into any path. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
