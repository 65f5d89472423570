import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarioNamed } from "@deadheat/handlers";
import { warmupOf, type Side } from "@deadheat/journal";
import { choosePinning, defaultLoad, planRound, runRound } from "@deadheat/measure";
import { obtainOha } from "@deadheat/oha";
import { discoverTargets } from "../../src/targets/discover.ts";
import { entrantOf } from "../../src/targets/entrant.ts";
import { calibrationDirectory } from "../../src/targets/project.ts";
import { runtimeVersions } from "../../src/targets/tools.ts";

// A server that needs a known amount more memory than the same server without it.

const targets = discoverTargets(runtimeVersions(), calibrationDirectory);
const pinning = choosePinning();
const { signal } = new AbortController();

/**
 * Measures a server against `metrics-0` in a few short rounds.
 * @returns how much more it needs, as the difference of the least of each: a busy machine only adds
 */
async function moreOf(server: string): Promise<(metric: (side: Side) => number) => number> {
  const oha = await obtainOha({ onProgress: () => {}, signal });
  const entrant = (name: string) =>
    entrantOf(targets.find((one) => one.name === name) ?? assert.fail(name));
  const load = { ...defaultLoad(pinning.generators.length, 0.5), warmup: warmupOf(2000) };
  const names = { new: server, base: "metrics-0/node" };
  const duet = { role: "cell", ...names, scenario: "text", rounds: 1 } as const;
  const entrants = { new: entrant(names.new), base: entrant(names.base) };
  const { exchange } = scenarioNamed("text");
  const around = { oha, pinning, load, signal };
  const pairs: { readonly new: Side; readonly base: Side }[] = [];
  for (let n = 1; n <= 5; n++) {
    const { sides } = await runRound(planRound(duet, n, 1, 1), entrants, exchange, around);
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
