import assert from "node:assert/strict";
import { test } from "node:test";
import { floors, type Content } from "@deadheat/journal";
import { roundRecord, runRecord, side } from "../../journal/test/records.ts";
import { repeated, threeErrors } from "../../stats/test/support.ts";
import type { Result } from "../src/index.ts";
import { normalFrom } from "./normal.ts";
import { contentOf, resultOf } from "./shards.ts";

const RUNS = repeated(80);
const targets = ["hono", "koa", "h3", "polka"];

/**
 * Draws a run in which Bun's floor is twice as fast as Node's beside its own targets, and `apart` (a log ratio) more in
 * the bridge. All targets of both runtimes are truly level: beside their own floors, and those as their own cells say.
 */
function drawn(seed: number, apart: number, cellsOfRun = "run-1"): Result {
  const normal = normalFrom(seed);
  const content = (next: string, base: string, count: number, ratio: number): Content => {
    const role = next === base ? "aa" : next === floors.bun ? "bridge" : "cell";
    const runId = role === "cell" && base === floors.bun ? cellsOfRun : "run-1";
    const rounds = Array.from({ length: count }, (_, i) => {
      const speed = 100_000 * (base === floors.bun ? 2 : 1) * Math.exp(normal(0, 0.03));
      const own = speed * ratio * Math.exp(normal(0, 0.02));
      const sides = { new: side(own, 1), base: side(speed, 1) };
      return roundRecord(next, base, i + 1, ratio, { role, sides });
    });
    return contentOf(next, runRecord(next, { runId }), rounds);
  };
  return resultOf([
    content(floors.node, floors.node, 3, 1),
    content(floors.bun, floors.node, 6, 2 * Math.exp(apart)),
    ...targets.map((name) => content(`${name}/node`, floors.node, 5, 0.8)),
    ...targets.map((name) => content(`${name}/bun`, floors.bun, 5, 0.4)),
  ]);
}

const draws = (apart: number) => Array.from({ length: RUNS }, (_, seed) => drawn(seed, apart));

test("a bridge that says something else than its floors' own cells is wider, and says so", () => {
  for (const apart of [-0.2, 0.2]) {
    const bridges = draws(apart).map(({ bridges: [bridge] }) => bridge!);
    const told = bridges.filter(({ ownCells }) => ownCells !== undefined);
    assert.equal(told.length, RUNS);
    const mean = told.reduce((total, { ownCells }) => total + ownCells!.ratio, 0) / RUNS;
    assert.ok(Math.abs(mean - 2) < 0.02, `${mean}`);
    const [first] = told;
    const warning = first!.warnings?.find(({ code }) => code === "own-cells");
    assert.deepEqual(warning?.facts, { ratio: first!.ownCells!.ratio });
    const reach = told.filter(({ lo, hi }) => lo <= 2.02 && hi >= 1.98).length / RUNS;
    assert.ok(reach >= 0.95, `${reach} reach the other state`);
  }
});

test("servers that are level beside their own floors get no word from such a bridge", () => {
  for (const apart of [-0.2, -0.1, 0, 0.1, 0.2]) {
    const wrong =
      draws(apart).filter(({ differences: [own] }) => {
        const open = new Set(
          [...own!.ties, ...own!.undecided.map((pair) => pair.targets)].map(String),
        );
        return targets.some((a) =>
          targets.some((b) => !open.has(`${a}/node,${b}/bun`) && !open.has(`${b}/bun,${a}/node`)),
        );
      }).length / RUNS;
    assert.ok(wrong <= 0.05 + threeErrors(0.05, RUNS), `${apart}: ${wrong}`);
  }
});

test("a bridge that agrees with its floors' own cells carries what every bridge carries", () => {
  const told = draws(0).filter(({ bridges: [bridge] }) => bridge!.ownCells !== undefined).length;
  assert.ok(told / RUNS <= 0.05 + threeErrors(0.05, RUNS), `${told}`);
});

test("cells of another run say nothing about a bridge", () => {
  const [bridge] = drawn(1, 0.2, "earlier").bridges;
  assert.equal(bridge!.ownCells, undefined);
});
