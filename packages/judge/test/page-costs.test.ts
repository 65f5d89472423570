import assert from "node:assert/strict";
import { test } from "node:test";
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

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} instead of ${expected}`);

test("a page costs its CPU time, and over its reference what each round's two servers differ by", () => {
  const [cost] = pageCosts([next, react]);
  near(cost!.cpu.mean, 0.0052);
  near(cost!.over.mean, 0.0042);
  // Student's t of 2 degrees of freedom, times 0.2 ms / sqrt(3).
  near(cost!.over.hi - cost!.over.mean, (4.302652729749464 * 0.0002) / Math.sqrt(3));
});

test("over the floor, a framework costs what it and its renderer add, and the intervals add as variances", () => {
  const [framework, renderer] = pageCosts([next, react]);
  near(framework!.overFloor.mean, 0.0042 + 0.0009);
  const half = ({ mean, hi }: { mean: number; hi: number }) => hi - mean;
  assert.ok(half(framework!.overFloor) > half(framework!.over) * 0.7);
  assert.ok(half(framework!.overFloor) < half(framework!.over) + half(renderer!.over));
});

test("a cell without a reference or with a single round has no cost", () => {
  const { against: _, ...bare } = next;
  assert.deepEqual(pageCosts([bare as Cell, cellOf("a/node", "b/node", [[1, 1]])]), []);
});
