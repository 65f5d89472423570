import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { readResult } from "deadheat/parts";
import { runtimes, type Runtime } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import { difference, interval } from "@deadheat/stats";
import { cellEstimate } from "../../../packages/judge/src/cell/estimate.ts";
import { root } from "../../src/targets/project.ts";
import { pageAt } from "../pages.ts";

// The numbers of tables in docs are those of the published run that the page names. A rule of judge that moves an interval moves
// the published reports too, and the pages must follow.

const run = (name: string) => readResult(join(root, "results/published", name, "result.json"));

/** Returns the cells of a row of a page's table, by the text of its first cell. */
function rowOf(page: string, first: string): string[] {
  const row = pageAt(page)
    .text.split("\n")
    .find((line) => line.startsWith(`| ${first}`) && line.includes("["));
  return row?.split("|").map((cell) => cell.trim()) ?? assert.fail(`${page}: ${first}`);
}

const asShown = (value: { ratio: number; lo: number; hi: number }, digits: number) => {
  const [ratio, lo, hi] = [value.ratio, value.lo, value.hi].map((one) => one.toFixed(digits));
  return `${ratio} [${lo}, ${hi}]`;
};

test("the table of costs has the ratios at full load of its run", () => {
  const { cells } = run("epyc-2cpu-vm/2026-11-25-cost");
  for (const target of ["hono/node", "fastify/node", "express/node", "elysia/bun"]) {
    const { efficiency } = cells.find((one) => one.target === target) ?? assert.fail(target);
    const shown = rowOf("docs/metrics.md", `\`${target}\` to its floor`)[2];
    assert.equal(shown, asShown(efficiency?.toFloor ?? assert.fail(target), 3), target);
  }
});

/** Returns the ratio of the fastest framework of a runtime to the slowest one. */
function spreadOf({ cells, differences, floors }: Result, scenario: string, runtime: Runtime) {
  const { prior } = differences.find((one) => one.scenario === scenario) ?? assert.fail(scenario);
  const estimates = cells
    .filter((one) => one.scenario === scenario && one.runtime === runtime && one.rank !== null)
    .filter(({ target }) => target !== floors[runtime])
    .map(({ efficiency }) => cellEstimate(efficiency?.toFloor.rounds ?? [], null, prior))
    .toSorted((a, b) => b.mean - a.mean);
  const [fastest, slowest] = [estimates[0], estimates.at(-1)];
  return fastest && slowest ? interval(difference(fastest, slowest)) : null;
}

test("the table of databases has the spread of the frameworks of its run", () => {
  const result = run("xeon-2cpu-vm/2026-11-25-stores");
  for (const { scenario } of result.differences) {
    const row = rowOf("docs/targets.md", `\`${scenario}\` `).slice(2, 5);
    for (const [i, runtime] of runtimes.slice(0, 3).entries()) {
      const spread = spreadOf(result, scenario, runtime);
      assert.equal(row[i], spread ? asShown(spread, 1) : "", `${scenario} on ${runtime}`);
    }
  }
});
