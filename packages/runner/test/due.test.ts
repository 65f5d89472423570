import assert from "node:assert/strict";
import { test } from "node:test";
import { duetsOnly, type RoundRecord, type CostRecord } from "@deadheat/journal";
import { arrange } from "../src/index.ts";
import {
  dueCosts,
  dueInPass,
  furtherRounds,
  soloSteps,
  type Clock,
  wovenRounds,
} from "../src/schedule/due.ts";
import { roundRecord, costRecord, settings } from "../../journal/test/records.ts";

const [koa, floor] = ["koa/node", "node-http/node"] as const;
const { load } = settings;
const node = (name: string) => ({ name, runtime: "node", unsupported: () => null }) as const;
const effort = { scenarios: ["text"], rounds: { cell: 5, bridge: 6, aa: 5 }, load };
const arranged = arrange([node(koa), node(floor)], { ...effort, modes: duetsOnly });
const forever = { withinSeconds: null, elapsedSeconds: 0 };
const round = (name: string, n: number, ratio = 0.8, changes: Partial<RoundRecord> = {}) =>
  roundRecord(name, floor, n, ratio, changes);
const named = (due: readonly { readonly target: string; readonly n: number }[] | null) =>
  due?.map(({ target, n }) => `${target} ${n}`);

test("a pass has the rounds that are not measured yet", () => {
  const { duets } = arranged;
  assert.deepEqual(named(dueInPass(duets, arranged, 1, [], forever)), [`${koa} 1`, `${floor} 1`]);
  const done = [round(koa, 1), round(floor, 1), round(koa, 2)];
  assert.deepEqual(named(dueInPass(duets, arranged, 1, done, forever)), []);
  assert.deepEqual(named(dueInPass(duets, arranged, 2, done, forever)), [`${floor} 2`]);
});

test("the first three passes are always measured, a later one only if there is time for all of it", () => {
  const { duets } = arranged;
  const each = round(koa, 1).seconds.total;
  const done = [1, 2, 3].flatMap((n) => [round(koa, n), round(floor, n)]);
  const clock = (left: number) => ({ withinSeconds: 100, elapsedSeconds: 100 - left });
  assert.notEqual(dueInPass(duets, arranged, 3, done.slice(0, 4), clock(-50)), null);
  assert.equal(dueInPass(duets, arranged, 4, done, clock(1.9 * each)), null);
  assert.deepEqual(named(dueInPass(duets, arranged, 4, done, clock(2.1 * each))), [
    `${koa} 4`,
    `${floor} 4`,
  ]);
});

test("cells with wide intervals get further rounds with the next numbers, the same ones after an interruption", () => {
  const wide = [0.7, 0.9, 0.75, 0.85, 0.8].map((ratio, i) => round(koa, i + 1, ratio));
  const calm = [1, 2, 3, 4, 5].map((n) => round(floor, n, 1, { role: "aa" }));
  const precision = { halfWidth: 0.04, spare: 3 };
  const { duets } = arranged;
  const { shares, passes } = furtherRounds(duets, [...wide, ...calm], precision, forever);
  assert.deepEqual([...shares.values()], [3]);
  assert.deepEqual(passes.map(named), [[`${koa} 6`], [`${koa} 7`], [`${koa} 8`]]);
  assert.ok(passes.flat().every(({ stage }) => stage === 2));
  const resumed = [...wide, ...calm, round(koa, 6, 0.8, { stage: 2 })];
  const after = furtherRounds(duets, resumed, precision, forever).passes;
  assert.deepEqual(after.map(named), [[`${koa} 7`], [`${koa} 8`]]);
});

test("from the fourth pass on, further rounds are measured together with planned ones", () => {
  const { duets } = arranged;
  const wide = [0.7, 0.9, 0.75].map((ratio, i) => round(koa, i + 1, ratio));
  const calm = [1, 2, 3].map((n) => round(floor, n, 1, { role: "aa" }));
  const precision = { halfWidth: 0.04, spare: 6 };
  const woven = (pass: number, done: readonly RoundRecord[], clock: Clock = forever) =>
    named(wovenRounds(duets, { passes: 5 }, pass, done, precision, clock).passes.flat());
  const three = [...wide, ...calm];
  assert.deepEqual(woven(3, three), []);
  assert.deepEqual(woven(4, three), [`${koa} 6`, `${koa} 7`, `${koa} 8`], "half of the six");
  const fourth = [6, 7, 8].map((n) => round(koa, n, 0.8, { stage: 2 }));
  const four = [...three, ...fourth, round(koa, 4, 0.8), round(floor, 4, 1, { role: "aa" })];
  assert.deepEqual(woven(5, four), [`${koa} 9`, `${koa} 10`, `${koa} 11`]);
  const each = round(koa, 1).seconds.total;
  const clock = { withinSeconds: 100, elapsedSeconds: 100 - 6.5 * each };
  // Two planned passes of two duets, and one of the bridge more, keep their time.
  assert.ok((woven(4, three, clock)?.length ?? 0) <= 2, "planned rounds keep their time");
});

test("at fixed rates a void round is measured again, and a duet's round with the same number does not count", () => {
  const costs = arranged.duets.map((duet) => ({ ...duet, rounds: 3 }));
  const cost = (n: number, changes: Partial<CostRecord> = {}) =>
    costRecord(koa, floor, n, [0.5, 0.5, 0.5], changes);
  const ofKoa = (done: readonly CostRecord[]) =>
    [1, 2, 3].flatMap((pass) => named(dueCosts(costs.slice(0, 1), pass, done)) ?? []);
  assert.deepEqual(ofKoa([]), [`${koa} 1`, `${koa} 2`, `${koa} 3`]);
  assert.deepEqual(ofKoa([cost(1), cost(2, { void: "exited" })]), [`${koa} 2`, `${koa} 3`]);
});

test("a resumed sweep measures the numbers of connections that its journal lacks", () => {
  const sweep = { connections: [50, 100], rounds: 2, stepSeconds: 1 };
  const modes = { ...duetsOnly, measure: ["sweep" as const], sweep };
  const plan = arrange([node(koa)], { ...effort, modes });
  const steps = (done: Parameters<typeof soloSteps>[4]) =>
    soloSteps(plan, modes, koa, 7, done).map((step) =>
      step.kind === "sweep"
        ? `${step.planned.server} ${step.planned.round}: ${step.planned.connections.toSorted().join()}`
        : step.kind,
    );
  assert.deepEqual(steps([]).toSorted(), [
    `${koa} 1: 100,50`,
    `${koa} 2: 100,50`,
    `${floor} 1: 100,50`,
    `${floor} 2: 100,50`,
  ]);
  const done = {
    type: "sweep",
    target: koa,
    server: koa,
    scenario: "text",
    round: 1,
    connections: 50,
    void: null,
  } as never;
  assert.ok(steps([done]).includes(`${koa} 1: 100`));
});
