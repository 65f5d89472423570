import assert from "node:assert/strict";
import { test } from "node:test";
import type { Result } from "@deadheat/judge";
import { generatedResult, small } from "../../packages/judge/test/generated-result.ts";
import { five, journals, resultOf } from "../../packages/judge/test/shards.ts";
import { relativeTo, verdictAbout } from "../src/read/relative.ts";

const result = generatedResult(small);

function cellIn({ cells }: Result, target: string, scenario = "text") {
  return cells.find((cell) => cell.target === target && cell.scenario === scenario)!;
}

for (const [name, of] of [
  ["one instance", result],
  ["several instances", resultOf(journals(five, { seed: 2 }))],
] as const) {
  test(`the ratio to node-http/node is that of the result, on ${name}`, () => {
    for (const cell of of.cells.filter(({ rank }) => rank !== null)) {
      const reference = cellIn(of, of.floors.node, cell.scenario);
      const [ours, theirs] = [relativeTo(cell, reference, of), cell.efficiency?.toNodeHttp];
      for (const key of ["ratio", "lo", "hi"] as const) {
        assert.ok(Math.abs(ours![key] - theirs![key]) < 1e-9, `${cell.target} ${key}`);
      }
    }
  });
}

test("two targets of one runtime need no bridge; across runtimes the interval includes both bridges", () => {
  const [hono, koa, express] = ["hono/bun", "koa/bun", "express/node"].map((target) =>
    cellIn(result, target),
  );
  const alone: Result = { ...result, bridges: [] };
  const within = relativeTo(hono!, koa!, alone)!;
  const across = relativeTo(hono!, express!, result)!;
  assert.equal(relativeTo(hono!, express!, alone), null);
  const wide = ({ lo, hi }: { lo: number; hi: number }) => Math.log(hi / lo);
  assert.ok(wide(across) > wide(within));
  assert.ok(Math.abs(relativeTo(koa!, hono!, result)!.ratio * within.ratio - 1) < 1e-12);
});

test("every pair has the verdict of the result, and the opposite one the other way round", () => {
  for (const { scenario, pairs, decided, ties, undecided } of result.differences) {
    const ranked = result.cells.filter((cell) => cell.scenario === scenario && cell.rank !== null);
    const word = (a: (typeof ranked)[0], b: (typeof ranked)[0]) =>
      verdictAbout(a, b, relativeTo(a, b, result)!, result);
    const words = ranked.flatMap((a, i) =>
      ranked.slice(i + 1).map((b) => ({ a, b, verdict: word(a, b), back: word(b, a) })),
    );
    assert.equal(words.length, pairs);
    const count = (...of: string[]) => words.filter((one) => of.includes(one.verdict)).length;
    assert.equal(count("faster", "slower"), decided);
    assert.equal(count("tie"), ties.length);
    assert.equal(count("undecided"), undecided.length);
    for (const one of words) {
      const opposite = { faster: "slower", slower: "faster" }[one.verdict as string] ?? one.verdict;
      assert.equal(one.back, opposite, `${one.a.target} ${one.b.target}`);
    }
  }
});
