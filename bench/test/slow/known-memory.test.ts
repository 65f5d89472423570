import assert from "node:assert/strict";
import { test } from "node:test";
import { warmupOf, type Side } from "@deadheat/journal";
import { choosePinning, defaultLoad } from "@deadheat/measure";
import { roundOf } from "../real-servers.ts";

// A server that needs a known amount more memory than the same server without it.

/**
 * Measures a server against `metrics-0` in a few short rounds.
 * @returns how much more it needs, as the difference of the least of each: a busy machine only adds
 */
async function moreOf(server: string): Promise<(metric: (side: Side) => number) => number> {
  const { generators } = choosePinning();
  const load = { ...defaultLoad(generators.length, 0.5), warmup: warmupOf(2000) };
  const pairs: { readonly new: Side; readonly base: Side }[] = [];
  for (let n = 1; n <= 5; n++) {
    const { sides } = await roundOf({ new: server, base: "metrics-0/node" }, load, n);
    pairs.push(sides ?? assert.fail("void"));
  }
  return (metric) => {
    const least = (which: "new" | "base") => Math.min(...pairs.map((pair) => metric(pair[which])));
    return least("new") - least("base");
  };
}

test("20 MB more memory are seen at rest and under load", async () => {
  const more = await moreOf("metrics-memory/node");
  for (const metric of ["idle", "peak"] as const) {
    const bytes = more(({ memory }) => memory?.[metric] ?? 0);
    assert.ok(bytes > 15e6 && bytes < 25e6, `${metric}: ${bytes}`);
  }
});
