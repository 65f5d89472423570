import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "@deadheat/measure";
import type { ReadRequest } from "../config/checked.ts";
import { learnExchanges, type Learning } from "../entrants/alike.ts";
import { readServedBy, type Served } from "../entrants/served-by.ts";
import { entrantOf, type Side } from "../entrants/side.ts";
import type { Traced } from "../provenance/loaded.ts";
import { readTrace, traced } from "../provenance/trace.ts";

/** What is known of a side once it has been started. */
export interface Learned extends Traced {
  /** In the order of what is asked. */
  readonly exchanges: readonly Exchange[];
  /** What serves its app; null for a server that listens by itself. */
  readonly served: Served | null;
}

/**
 * Starts each side once, outside of all measuring: what it answers, and which files it loads.
 * @throws as `learnExchanges`
 */
export async function learn<const Sides extends readonly Side[]>(
  sides: Sides,
  asked: readonly ReadRequest[],
  learning: Learning,
): Promise<{ [Which in keyof Sides]: Learned }> {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-trace-"));
  try {
    const { request } = asked[0] as ReadRequest;
    const file = (i: number) => join(folder, String(i));
    const entrants = sides.map((side, i) => traced(entrantOf(side, { request }), file(i)));
    const exchanges = await learnExchanges(entrants, asked, learning);
    const learned = sides.map((side, i): Learned => {
      const loaded = readTrace(file(i), side.root);
      return { side, exchanges: exchanges[i] ?? [], loaded, served: readServedBy(file(i), side) };
    });
    return learned as { [Which in keyof Sides]: Learned };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
