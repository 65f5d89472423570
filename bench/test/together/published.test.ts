import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { difference, exact, interval, sum, type LogEstimate } from "@deadheat/stats";
import * as v from "valibot";
import {
  bridgeEstimate,
  cellEstimate,
  merge,
  priorIn,
  resultSchema,
  RUN_MARGIN,
  type Cell,
  type Result,
} from "@deadheat/judge";
import { isFloor, floors } from "@deadheat/journal";
import { poolJournals, runSummary } from "../fixtures.ts";
import { root } from "../../src/targets/project.ts";
import { firstOf } from "@deadheat/judge/known";
import { renderMarkdown, renderResult } from "@deadheat/report";

// Judges the ranking of 47 targets in another way than the code that made it: from the rounds in the document. The absence of
// a significant difference once made vague targets ties, and one of them first.
const journals = join(root, "results/published/xeon-2cpu-vm/2026-11-25-frameworks/journal");
const paths = readdirSync(journals).map((name) => join(journals, name));
const pool = await poolJournals(paths);
const [first] = pool.targets;
assert.ok(first);
const result = merge({
  run: { ...runSummary, load: first.run.settings.load },
  settings: { ...first.run.settings, scenarios: ["text"] },
  margin: RUN_MARGIN,
  targets: pool.targets,
  missing: [],
  currentRunId: null,
  warnings: [],
});
const [found] = result.differences;
assert.ok(found);
const prior = priorIn(result, "text");
const cells = new Map(result.cells.map((cell) => [cell.target, cell]));

/** Judges from the document alone, without the code that ranked it. */
function apart(a: string, b: string): LogEstimate {
  const [x, y] = [a, b].map((name) => cells.get(name) as Cell) as [Cell, Cell];
  const toFloor = (cell: Cell) =>
    isFloor(cell.target)
      ? exact()
      : cellEstimate(cell.efficiency?.toFloor.rounds ?? [], null, prior);
  const bridge = ({ runtime }: Cell) => {
    const own = result.bridges.find(({ scenario, floor }) => {
      return scenario === "text" && floor === floors[runtime];
    });
    return own ? bridgeEstimate(own, null, prior) : exact();
  };
  if (x.runtime === y.runtime) return difference(toFloor(x), toFloor(y));
  return difference(sum(toFloor(x), bridge(x)), sum(toFloor(y), bridge(y)));
}

test("every journal of the run is read, and every target has a rank", () => {
  assert.deepEqual(pool.bad, []);
  v.assert(resultSchema, result);
  assert.equal(result.cells.filter(({ rank }) => rank !== null).length, 47);
});

test("every tie is proven: the interval of the two one-sided tests lies within the margin", () => {
  assert.ok(found.ties.length > 0);
  for (const [a, b] of found.ties) {
    const { lo, hi } = interval(apart(a, b), 0.9);
    assert.ok(lo > 1 / (1 + RUN_MARGIN) && hi < 1 + RUN_MARGIN, `${a} and ${b}: ${lo} to ${hi}`);
  }
});

test("no undecided pair is shown as a tie, neither by a letter nor in words", () => {
  const key = (pair: readonly string[]) => pair.toSorted().join(" ");
  const tied = new Set(found.ties.map(key));
  assert.equal(found.pairs, (47 * 46) / 2);
  assert.equal(found.pairs, found.decided + found.ties.length + found.undecided.length);
  for (const a of result.cells) {
    for (const b of result.cells) {
      if (a.target >= b.target) continue;
      const shared = a.tieGroup.some((letter) => b.tieGroup.includes(letter));
      assert.equal(shared, tied.has(key([a.target, b.target])), `${a.target} ${b.target}`);
    }
  }
  for (const { targets } of found.undecided) assert.ok(!tied.has(key(targets)));
  const named = (text: string) =>
    text.match(/Tie \w+ .*/g)?.map((line) => line.split(/[:,.] ?/).slice(1)) ?? [];
  for (const report of [
    renderResult(result, { color: false, columns: null }),
    renderMarkdown(result),
  ]) {
    const groups = named(report).map((names) => names.filter((name) => cells.has(name)));
    assert.ok(groups.length > 0);
    for (const [a, b] of groups.flatMap(pairsOf)) assert.ok(tied.has(key([a, b])), `${a} ${b}`);
  }
});

test("every first target is proven to be among the first", () => {
  const [top] = result.cells as [Cell];
  const best = firstOf(result.cells);
  assert.ok(best && top.rank);
  assert.ok(best.targets.includes(top.target));
  // The number of certainly slower targets matches the rank.
  const slower = result.cells.filter((cell) => {
    return cell !== top && interval(apart(top.target, cell.target)).lo > 1;
  });
  assert.ok(slower.length >= 47 - best.among);
});

test("a rank interval follows from the decided pairs", () => {
  const undecided = new Set(
    [...found.ties, ...found.undecided.map(({ targets }) => targets)].map((pair) =>
      pair.toSorted().join(" "),
    ),
  );
  for (const cell of result.cells) {
    const [from, to] = rankIn(result, cell, undecided);
    assert.deepEqual(cell.rank, [from, to], cell.target);
  }
});

function rankIn({ cells: all }: Result, cell: Cell, open: ReadonlySet<string>): [number, number] {
  const decided = all.filter(({ target }) => {
    return target !== cell.target && !open.has([target, cell.target].toSorted().join(" "));
  });
  const faster = decided.filter(({ target }) => apart(target, cell.target).mean > 0).length;
  return [1 + faster, all.length - (decided.length - faster)];
}

function pairsOf(names: readonly string[]): [string, string][] {
  return names.flatMap((a, i) => names.slice(i + 1).map((b): [string, string] => [a, b]));
}
