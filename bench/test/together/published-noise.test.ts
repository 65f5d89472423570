import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { difference, estimate, pooledOverRuns, type LogEstimate } from "@deadheat/stats";
import { efficiency, logRatios } from "@deadheat/judge";
import { floors, type RoundRecord } from "@deadheat/journal";
import { readResult } from "deadheat/parts";
import { poolJournals } from "../fixtures.ts";
import { root } from "../../src/targets/project.ts";

// README and docs name the noise of published runs. These tests compute it from their rounds.

const published = join(root, "results/published");

async function roundsOf(run: string): Promise<RoundRecord[]> {
  const folder = join(published, run, "journal");
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const rounds = (await poolJournals(paths)).targets.flatMap((target) => target.rounds);
  return rounds.filter((round) => round.void === null);
}

test("README has the spread of the A/A row of every published run", async (t) => {
  const runs = globSync("*/*/journal", { cwd: published }).map((path) =>
    path.slice(0, -"/journal".length),
  );
  const spreads: number[] = [];
  for (const run of runs) {
    const aa = (await roundsOf(run)).filter(
      ({ role, new: next }) => role === "aa" && next === floors.node,
    );
    const first = aa.filter(({ scenario }) => scenario === "text");
    if (first.length < 2) continue;
    const { variance, n } = estimate(logRatios(first));
    const spread = 100 * Math.sqrt(variance * n);
    t.diagnostic(`${run}: ${spread.toFixed(1)} %, n = ${n}`);
    spreads.push(spread);
  }
  const sorted = spreads.toSorted((a, b) => a - b).map((spread) => spread.toFixed(1));
  const words = `${sorted.slice(0, -1).join(", ")} and ${sorted.at(-1)} %`;
  assert.ok(readFileSync(join(root, "README.md"), "utf8").includes(words), words);
  const range = `${sorted[0]} to ${sorted.at(-1)} % in five published runs`;
  assert.equal(sorted.length, 5);
  assert.ok(readFileSync(join(root, "docs/method.md"), "utf8").includes(range), range);
});

test("a bridge differs from its floors' own cells by about the standard deviation that it carries", async (t) => {
  const gaps = { [floors.bun]: [], [floors.deno]: [] } as Record<string, LogEstimate[]>;
  for (const run of ["2026-11-25-quick", "2026-11-25-service", "2026-11-25-frameworks"]) {
    const all = await roundsOf(`xeon-2cpu-vm/${run}`);
    const rounds = all.filter(({ scenario }) => scenario === "text");
    const ownOf = (floor: string) =>
      estimate(
        rounds
          .filter(({ base, role }) => base === floor && role === "cell")
          .map(({ sides }) => Math.log(efficiency(sides!.base))),
      );
    for (const [floor, found] of Object.entries(gaps)) {
      const bridge = estimate(logRatios(rounds.filter(({ new: next }) => next === floor)));
      const own = difference(ownOf(floor), ownOf(floors.node));
      const gap = difference(bridge, own);
      found.push(gap);
      t.diagnostic(
        `${run}, ${floor}: ${Math.exp(own.mean).toFixed(3)} in its own cells, bridge ` +
          `${Math.exp(bridge.mean).toFixed(3)}, ${percent(gap.mean)} ± ${percent(Math.sqrt(gap.variance))}`,
      );
    }
  }
  for (const [floor, found] of Object.entries(gaps)) {
    const { mean, variance } = pooledOverRuns(found);
    const error = Math.sqrt(variance);
    t.diagnostic(`${floor}: ${percent(mean)} ± ${percent(error)} over all runs`);
    assert.ok(mean < -2 * error && mean > -2 * (0.025 + error), `${floor}: ${mean}`);
  }
});

test("the published results name the bridges whose floors' own cells say another ratio", (t) => {
  const told = globSync("*/*/result.json", { cwd: published }).flatMap((path) => {
    return readResult(join(published, path)).bridges.flatMap((bridge) => {
      const { floor, scenario, ratio, ownCells } = bridge;
      return ownCells ? [[floor, scenario, ratio.toFixed(3), ownCells.ratio.toFixed(3)]] : [];
    });
  });
  const page = readFileSync(join(root, "docs/findings.md"), "utf8");
  assert.ok(told.length > 0);
  for (const one of told) {
    t.diagnostic(one.join(" "));
    for (const word of one) assert.ok(page.includes(word), word);
  }
});

function percent(log: number): string {
  return `${(100 * log).toFixed(1)} %`;
}

test("docs/findings.md says how many pairs the published service run decides", () => {
  const { differences } = readResult(
    join(published, "xeon-2cpu-vm/2026-11-25-service/result.json"),
  );
  const shares = differences.map(
    ({ pairs, decided, ties }) => (100 * (decided + ties.length)) / pairs,
  );
  const words = `${Math.min(...shares).toFixed(0)} to ${Math.max(...shares).toFixed(0)} % of the pairs`;
  const page = readFileSync(join(root, "docs/findings.md"), "utf8");
  assert.ok(page.replaceAll(/\s+/g, " ").includes(words), words);
});
