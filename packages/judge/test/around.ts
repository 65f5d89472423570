import type { RoundRecord } from "@deadheat/journal";
import { roundRecord } from "../../journal/test/records.ts";

/** Returns rounds whose ratios, new over old, are half above and half below `ratio`. */
export function around(ratio: number, spread: number, n = 8): RoundRecord[] {
  return Array.from({ length: n }, (_, i) => {
    const off = Math.exp(i % 2 === 0 ? spread : -spread);
    return roundRecord("new/node", "old/node", i + 1, ratio * off);
  });
}
