import assert from "node:assert/strict";
import { test } from "node:test";
import { interval } from "@deadheat/stats";
import * as v from "valibot";
import { roundRecord } from "../../journal/test/records.ts";
import { cellEstimate } from "../src/cell/estimate.ts";
import { judgeComparison } from "../src/comparison.ts";
import { resultSchema, type Result } from "../src/documents/result.ts";
import { around } from "./around.ts";
import { aa, bridge, cellOf, duet, resultOf } from "./results.ts";

const floor = "node-http/node";
const inKinds = [0.4, 0.35, 0.402, 0.398, 0.351];
const calm = [0.51, 0.505, 0.5, 0.508, 0.503];

const words = ({ warnings }: { readonly warnings?: Result["warnings"] }) =>
  (warnings ?? []).filter((one) => one.code === "kinds").map(({ facts }) => facts);

test("a cell whose rounds fall into two groups says so, with both levels and shares", async (t) => {
  const result = await resultOf(t, [
    aa,
    duet("express/node", floor, inKinds),
    duet("koa/node", floor, calm),
  ]);
  v.assert(resultSchema, result);
  const express = cellOf(result, "express/node");
  assert.deepEqual(
    express.kinds?.map(({ n, share }) => [n, share]),
    [
      [2, 0.4],
      [3, 0.6],
    ],
  );
  const [facts] = words(express);
  assert.equal(facts?.rounds, 5);
  assert.deepEqual(
    facts.kinds.map(({ ratio, rounds }) => [ratio.toFixed(3), rounds]),
    [
      ["0.350", 2],
      ["0.400", 3],
    ],
  );
  const koa = cellOf(result, "koa/node");
  assert.equal(koa.kinds, undefined);
  assert.deepEqual(words(koa), []);
});

test("beside a cell in kinds the others allow for a kind that was not seen, in intervals and in ranks", async (t) => {
  const fastify = [0.52, 0.515, 0.512, 0.518, 0.516];
  const both = [
    duet("koa/node", floor, calm),
    duet("fastify/node", floor, fastify),
    duet("h3/node", floor, [0.911, 0.905, 0.9, 0.908, 0.903]),
    duet("hono/node", floor, [0.81, 0.805, 0.8, 0.808, 0.803]),
  ];
  const alone = await resultOf(t, [aa, ...both]);
  const beside = await resultOf(t, [aa, ...both, duet("express/node", floor, inKinds)]);
  const widthOf = (result: Result) => {
    const { lo, hi } = cellOf(result, "koa/node").efficiency?.toFloor ?? { lo: 1, hi: 1 };
    return Math.log(hi / lo);
  };
  // None seen: half a server of 15, with the usual gap.
  const unseen = alone.differences[0]?.prior.squaredGap ?? 0;
  assert.ok(Math.abs(unseen - (0.5 / 15) * 0.18 ** 2) < 1e-4, `${unseen}`);
  // One seen of five: 1 and its standard error, of which five rounds show two thirds, and half a server more, of 6.
  const gap = beside.differences[0]?.prior.squaredGap ?? 0;
  assert.ok(Math.abs(gap - (3.5 / 6) * Math.log(0.4 / 0.3505) ** 2) < 1e-3, `${gap}`);
  assert.ok(widthOf(beside) > 1.3 * widthOf(alone), `${widthOf(beside)} and ${widthOf(alone)}`);
  const decided = ({ differences }: Result) =>
    differences[0]?.undecided.map(({ targets }) => targets.toSorted().join());
  assert.deepEqual(decided(alone), []);
  assert.deepEqual(decided(beside), ["fastify/node,koa/node"]);
});

const rule = { kind: "rounds", rounds: 5 } as const;
const records = inKinds.map((ratio, i) => roundRecord("new/node", "old/node", i + 1, ratio));

test("a comparison names the kinds of its rounds, and how rare a kind may be that was not seen", () => {
  const judged = judgeComparison(records, rule, 0.02, 30);
  assert.deepEqual(
    judged.kinds?.map(({ n }) => n),
    [2, 3],
  );
  const other = judgeComparison(around(1, 0.01), rule, 0.02, 48);
  assert.equal(other.kinds, undefined);
  assert.equal(other.unseenShare?.toFixed(2), "0.31");
});

test("rounds of several runs show no kinds: runs differ for other reasons", () => {
  const runs = records.map((record, i) => ({ ...record, run: i % 2 === 0 ? "a" : "b" }));
  assert.equal(judgeComparison(runs, rule, 0.02, 30).kinds, undefined);
});

test("a bridge carries the difference between its two states, and warns as a cell does", async (t) => {
  const calmBridge = duet("fetch/bun", floor, [2.5, 2.51, 2.49, 2.505, 2.495], { role: "bridge" });
  const [found] = (await resultOf(t, [aa, calmBridge])).bridges;
  assert.ok(found && found.hi / found.ratio > 1.049, `${found?.hi}`);
  const own = interval(cellEstimate(found.rounds.map((round) => ({ ...round, role: "cell" }))));
  assert.ok(own.hi / own.ratio < 1.01, "its rounds alone");
  const codes = (result: Result) => result.bridges[0]?.warnings?.map(({ code }) => code);
  assert.deepEqual(codes(await resultOf(t, [aa, bridge])), ["wide"]);
  const kinds = duet("fetch/bun", floor, [2.5, 2.2, 2.51, 2.505, 2.21], { role: "bridge" });
  assert.deepEqual(codes(await resultOf(t, [aa, kinds])), ["kinds", "wide"]);
});

test("a cell whose further rounds differ from the planned ones gives a warning", async (t) => {
  const planned = [0.466, 0.47, 0.462, 0.468, 0.465];
  const further = (ratios: readonly number[]) =>
    ratios.map((ratio, i) => roundRecord("express/node", floor, 6 + i, ratio, { stage: 2 }));
  const codes = async (ratios: readonly number[]) => {
    const [run, ...rest] = duet("express/node", floor, planned);
    const journal = [run!, ...rest.slice(0, -1), ...further(ratios), rest.at(-1)!];
    return cellOf(await resultOf(t, [aa, journal]), "express/node").warnings.map(
      ({ code }) => code,
    );
  };
  assert.ok((await codes([0.421, 0.42, 0.424, 0.418])).includes("stages"));
  assert.deepEqual(await codes([0.464, 0.467, 0.469, 0.463]), []);
});
