import assert from "node:assert/strict";
import { test } from "node:test";
import { close as near } from "../../stats/test/support.ts";
import { pageCosts, type Cell } from "../src/index.ts";

/** Returns a cell whose rounds have these CPU milliseconds per page, its own and its reference's. */
function cellOf(target: string, against: string, pairs: readonly [number, number][]): Cell {
  const side = (milliseconds: number) => ({
    good: 1100,
    cpuSeconds: 1.1 * milliseconds,
    ends: { good: 100, cpuSeconds: 0.1 * milliseconds },
  });
  const rounds = pairs.map(([own, base]) => ({ sides: { new: side(own), base: side(base) } }));
  const efficiency = { toFloor: { rounds } };
  return { target, against, scenario: "page-list", efficiency } as unknown as Cell;
}

const react = cellOf("react/node", "floor/node", [
  [0.9, 0.1],
  [1.1, 0.1],
  [1, 0.1],
]);
const next = cellOf("next/node", "react/node", [
  [5, 1],
  [5.2, 1],
  [5.4, 1],
]);

const half = ({ mean, hi }: { mean: number; hi: number }) => Math.log(hi / mean);

test("a page costs the floor's average times the ratios, whatever speed the machine had in a round", () => {
  const [framework, renderer] = pageCosts([next, react]);
  const reactCost = 0.0001 * Math.cbrt(9 * 11 * 10);
  near(renderer!.cpu.mean, reactCost);
  near(framework!.cpu.mean, reactCost * Math.cbrt(5 * 5.2 * 5.4));
  near(framework!.over.mean, framework!.cpu.mean - reactCost);
  near(framework!.overFloor.mean, framework!.cpu.mean - 0.0001);
  const slow = cellOf("next/node", "react/node", [
    [5, 1],
    [10.4, 2],
    [2.7, 0.5],
  ]);
  near(pageCosts([slow, react])[0]!.over.hi, framework!.over.hi);
});

test("the interval over the reference is that of its ratio, and those of all ratios add as variances", () => {
  const [framework, renderer] = pageCosts([next, react]);
  const logs = [5, 5.2, 5.4].map(Math.log);
  const mean = (logs[0]! + logs[1]! + logs[2]!) / 3;
  const sd = Math.sqrt(logs.reduce((all, one) => all + (one - mean) ** 2, 0) / 2);
  const renderedIn = renderer!.cpu.mean;
  // Student's t of 2 degrees of freedom.
  const ratioHi = Math.exp(mean + (4.302652729749464 * sd) / Math.sqrt(3));
  near(framework!.over.hi, renderedIn * (ratioHi - 1));
  assert.ok(half(framework!.cpu) > half(renderer!.cpu) * 0.7);
  assert.ok(half(framework!.cpu) < half(renderer!.cpu) + (4.31 * sd) / Math.sqrt(3));
});

test("the noise check of a run is not part of what a page costs", () => {
  const floor = cellOf("floor/node", "floor/node", [
    [0.1, 0.1],
    [0.2, 0.1],
  ]);
  const withFloor = pageCosts([next, react, floor])[0]!;
  near(withFloor.cpu.mean, pageCosts([next, react])[0]!.cpu.mean);
});

test("a cell without a reference or with a single round has no cost", () => {
  const { against: _, ...bare } = next;
  assert.deepEqual(pageCosts([bare as Cell, cellOf("a/node", "b/node", [[1, 1]])]), []);
});
