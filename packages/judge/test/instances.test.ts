import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, interval } from "@deadheat/stats";
import { changesBetween, logRatios, type Result } from "../src/index.ts";
import { five, hash, journals, resultOf, three, truth, type Machine } from "./shards.ts";

const codes = ({ warnings }: Result) => warnings.map(({ code }) => code);
const cellOf = ({ cells }: Result, target: string) => cells.find((c) => c.target === target)!;

function wordsOf({ differences }: Result): Map<string, string> {
  const [{ undecided, ties }] = differences as [Result["differences"][number]];
  const key = (pair: readonly string[]) => pair.toSorted().join(" ");
  return new Map([
    ...undecided.map(({ targets }) => [key(targets), "undecided"] as const),
    ...ties.map((targets) => [key(targets), "tie"] as const),
  ]);
}

/** Returns true if one of the two is certainly faster. */
function isDecided(result: Result, a: string, b: string): boolean {
  return !wordsOf(result).has([a, b].toSorted().join(" "));
}

test("a single instance is named and changes nothing else", () => {
  const own = ["fetch/bun", "koa/node", "polka/node"];
  const [one, other] = [hash(1), hash(2)].map((instance) =>
    resultOf(journals([{ instance, own }])),
  ) as [Result, Result];
  assert.deepEqual(one.instances, [{ letter: "A", instance: hash(1) }]);
  assert.deepEqual({ ...other, instances: one.instances }, one);
});

test("with shards on several instances, cells name theirs and the anchors show how much instances differ", () => {
  const result = resultOf(journals(five));
  assert.deepEqual(
    result.instances?.map(({ letter }) => letter),
    ["A", "B", "C", "D", "E"],
  );
  assert.deepEqual(cellOf(result, "koa/node").instances, ["A"]);
  assert.deepEqual(cellOf(result, "polka/node").instances, ["B"]);
  assert.deepEqual(cellOf(result, "express/node").instances, ["A", "B", "C", "D", "E"]);
  assert.deepEqual(result.bridges[0]?.instances, ["A"]);
  const { between } = result;
  assert.deepEqual(
    between?.duets.map(({ new: next, instances, df }) => [next, instances, df]),
    [
      ["node-http/node", 5, 4],
      ["express/node", 5, 4],
      ["hono/bun", 5, 4],
    ],
  );
  assert.equal(between?.df, 8);
  assert.ok((between?.tau ?? 1) < 0.01, `tau ${between?.tau}`);
  assert.ok(between?.duets.every(({ p }) => p > 0.05));
  assert.ok(isDecided(result, "koa/node", "polka/node"), "20 % apart, on equal machines");
  assert.ok(!codes(result).includes("instances-unknown"));
  assert.ok(!codes(result).includes("across-runs"), "the variance between instances is known");
});

test("with fewer than three instances a pair across them is undecided, with a warning", () => {
  const result = resultOf(journals(three.slice(0, 2)));
  assert.deepEqual(result.between, { tau: null, df: null, duets: [] });
  assert.ok(codes(result).includes("instances-unknown"));
  assert.ok(!isDecided(result, "koa/node", "polka/node"));
  const own = resultOf(
    journals([{ instance: hash(1), own: ["fetch/bun", "koa/node", "polka/node"] }]),
  );
  assert.ok(isDecided(own, "koa/node", "polka/node"), "the control: on one instance it is decided");
  const across = cellOf(result, "elysia/bun").efficiency?.toNodeHttp;
  assert.ok(across && across.lo > 2 && across.hi < 2.6, "the cell still has a metric");
});

test("a machine that slows one of two unlike servers by a tenth is found, widens intervals and flips no rank", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const slow = { "express/node": 0.9, "polka/node": 0.9, "elysia/bun": 0.9 };
    const biased = five.map((machine, i) => (i === 1 ? { ...machine, bias: slow } : machine));
    const [before, after] = [five, biased].map((machines) =>
      resultOf(journals(machines, { seed })),
    ) as [Result, Result];
    // Q finds the duet that differs.
    assert.deepEqual([before, after].map(differing), [false, true]);
    assert.ok((after.between?.tau ?? 0) > 0.02);
    // Only ratios over several instances become wider.
    const widths = ({ cells }: Result) =>
      ["elysia/bun", "koa/node"].map((target) => {
        const { toNodeHttp } = cells.find((cell) => cell.target === target)!.efficiency!;
        return Math.log(toNodeHttp!.hi / toNodeHttp!.lo);
      });
    const [was, is] = [widths(before), widths(after)];
    assert.ok(is[0]! > 1.5 * was[0]!);
    assert.ok(Math.abs(is[1]! / was[1]! - 1) < 0.05, "all targets share one spread");
    // No rank flips: a cell that is certainly faster is faster in truth.
    assert.deepEqual(wrongIn(after), []);
    assert.ok(!isDecided(after, "polka/node", "fastify/node"));
    // The control: taken for one machine's, the same rounds are certain of a wrong order.
    const alike = biased.map((machine) => ({ ...machine, instance: hash(1) }));
    assert.ok(wrongIn(resultOf(journals(alike, { seed }))).includes("fastify/node polka/node"));
  }
});

/** Returns true if the result warns that express differs by instance. */
function differing({ warnings }: Result): boolean {
  return warnings.some(
    ({ code, facts }) =>
      code === "instances-differ" &&
      facts.new === "express/node" &&
      facts.base === "node-http/node" &&
      facts.scenario === "text",
  );
}

/** Returns the pairs for which the result is certain of the wrong order. */
function wrongIn(result: Result): string[] {
  const ranked = result.cells.filter(({ rank }) => rank !== null);
  const ratio = ({ efficiency }: Result["cells"][number]) => efficiency?.toNodeHttp?.ratio ?? 0;
  return ranked.flatMap((a) =>
    ranked
      .filter((b) => truth[a.target]! < truth[b.target]! && ratio(a) > ratio(b))
      .filter((b) => isDecided(result, a.target, b.target))
      .map((b) => `${a.target} ${b.target}`),
  );
}

test("rounds of two instances in one run are never one sample", () => {
  const [first, ...others] = journals([{ instance: hash(1), own: ["koa/node"] }]);
  const koa = others.find(({ run }) => run.target === "koa/node")!;
  const again = { ...koa.run, instance: hash(2), startedAt: "2026-11-21T12:00:00.000Z" };
  const half = (from: number, to: number) => koa.rounds.slice(from, to);
  const parts = [
    { ...koa, rounds: half(0, 3), end: null },
    { ...koa, run: again, rounds: half(3, 5) },
  ];
  const cell = cellOf(resultOf([first!, ...parts]), "koa/node");
  assert.deepEqual([cell.status, cell.instances], ["ok", ["A", "B"]]);
  const { lo, hi } = interval(estimate(logRatios(koa.rounds)));
  const split = cell.efficiency?.toFloor;
  assert.ok(split && split.hi / split.lo > (hi / lo) ** 3, "two units know little");
});

test("an interrupted shard that another instance completed is as certain as its class allows", () => {
  const contents = journals(five, { seed: 3 }).flatMap((content) => {
    if (content.run.target !== "koa/node") return [content];
    const run = { ...content.run, instance: hash(5), startedAt: "2026-11-21T16:00:00.000Z" };
    return [
      { ...content, rounds: content.rounds.slice(0, 3), end: null },
      { ...content, run, rounds: content.rounds.slice(3) },
    ];
  });
  const { instances, efficiency } = cellOf(resultOf(contents), "koa/node");
  assert.deepEqual(instances, ["A", "E"]);
  assert.ok(efficiency && efficiency.toFloor.hi / efficiency.toFloor.lo < 1.1);
});

test("a label in place of the machine gives a warning", () => {
  const [machine] = three as [Machine];
  const named = resultOf(journals([{ ...machine, instance: `override:${hash(1)}` }]));
  assert.ok(codes(named).includes("instance-override"));
  assert.ok(!codes(resultOf(journals([machine]))).includes("instance-override"));
});

test("a change between runs of two instances is undecided if the variance between them is unknown", () => {
  const own = ["fetch/bun", "koa/node"];
  const slower = { "koa/node": 0.8 };
  const before = resultOf(journals([{ instance: hash(1), own }]));
  const wordOf = (after: Result, from = before) => {
    const found = changesBetween(from, after);
    const change = found.changes.find(({ target }) => target === "koa/node");
    return [change?.verdict, found.warnings.some(({ code }) => code === "instances-apart")];
  };
  const here = resultOf(journals([{ instance: hash(1), own, bias: slower }], { seed: 2 }));
  const elsewhere = resultOf(journals([{ instance: hash(2), own, bias: slower }], { seed: 2 }));
  assert.deepEqual(wordOf(here), ["slower", false]);
  assert.deepEqual(wordOf(elsewhere), ["undecided", true]);
  // Five machines that are alike show that a fifth is more than machines differ by.
  const known = resultOf(
    journals(
      five.map((m, i) => (i === 0 ? { ...m, own } : m)),
      { seed: 4 },
    ),
  );
  assert.deepEqual(wordOf(elsewhere, known), ["slower", false]);
});
