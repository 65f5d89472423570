import assert from "node:assert/strict";
import { test } from "node:test";
import { rankByMetric, type Result } from "../src/index.ts";
import { aa, bridge, duet, elysia, express, hono, resultOf } from "./results.ts";

/** Returns the result with other memory at rest for new servers of this name, in every round. */
function withMemory(result: Result, bytes: Readonly<Record<string, number>>): Result {
  const cells = result.cells.map((cell) => {
    const idle = bytes[cell.target];
    if (idle === undefined || cell.efficiency === null) return cell;
    const rounds = cell.efficiency.toFloor.rounds.map((round, i) => {
      const { sides } = round;
      // Rounds that agree to the byte would have no spread.
      const memory = { idle: idle * (1 + i / 1000), peak: idle * 2 };
      return sides ? { ...round, sides: { ...sides, new: { ...sides.new, memory } } } : round;
    });
    const toFloor = { ...cell.efficiency.toFloor, rounds };
    return {
      ...cell,
      memory: { idle, peak: idle * 2 },
      efficiency: { ...cell.efficiency, toFloor },
    };
  });
  return { ...result, cells };
}

test("targets are ranked by what they need, less first, and equal ones are a tie", async (t) => {
  const plain = await resultOf(t, [aa, bridge, hono, elysia, express]);
  const result = withMemory(plain, { "express/node": 120e6, "hono/bun": 30e6, "elysia/bun": 30e6 });
  const places = rankByMetric(result, "text", "memory-idle");
  assert.deepEqual(
    places
      .slice(0, 2)
      .map(({ target }) => target)
      .toSorted(),
    ["elysia/bun", "hono/bun"],
  );
  const of = (name: string) => places.find(({ target }) => target === name)!;
  assert.deepEqual(of("hono/bun").tieGroup, of("elysia/bun").tieGroup);
  assert.equal(of("hono/bun").tieGroup.length, 1);
  assert.equal(of("express/node").rank[0], places.length);
  assert.ok(of("express/node").lo > 1.9 && of("express/node").hi < 2.1);
  assert.deepEqual([of("node-http/node").ratio, of("node-http/node").value], [1, 60e6]);
});

test("without a bridge only the targets of Node are ranked by a metric, and of one round nothing is", async (t) => {
  const result = await resultOf(t, [aa, hono, express]);
  const names = rankByMetric(result, "text", "start").map(({ target }) => target);
  assert.ok(
    names.every((name) => name.endsWith("/node")),
    names.join(),
  );
  const single = duet("koa/node", "node-http/node", [0.6]);
  const few = await resultOf(t, [aa, single]);
  assert.ok(!rankByMetric(few, "text", "start").some(({ target }) => target === "koa/node"));
});
