import type { BlockRecord } from "@deadheat/journal";
import { blockRecord } from "../../journal/test/records.ts";

/** Returns blocks whose ratios, new over old, are half above and half below `ratio`. */
export function around(ratio: number, spread: number, n = 8): BlockRecord[] {
  return Array.from({ length: n }, (_, i) => {
    const off = Math.exp(i % 2 === 0 ? spread : -spread);
    return blockRecord("new/node", "old/node", i + 1, ratio * off);
  });
}
