import assert from "node:assert/strict";
import { test } from "node:test";
import { interval } from "@deadheat/stats";
import { setTimeout as sleep } from "node:timers/promises";
import { blockEstimate } from "../src/analyse.ts";
import { bestTick, countedBlocks } from "../src/disturbed.ts";
import { startCoreClock } from "../src/measure/core-clock.ts";
import { processTree } from "../src/measure/cpu-time.ts";
import { choosePinning } from "../src/measure/pinning.ts";
import { dueBlocks } from "../src/measure/visit.ts";
import { duetName, type Duet } from "../src/plan.ts";
import type { BlockRecord } from "../src/record.ts";
import { setAsideSentences } from "../src/report/summary.ts";
import { shareAgain, shareSpare } from "../src/second-stage.ts";
import { blockRecord } from "./fixtures.ts";
import { generatedResult, small } from "./generated-result.ts";
import { normalFrom } from "./normal.ts";

const best = 0.0002;
const precision = { halfWidth: 0.04, spare: 20 };

function duet(target: string, role: Duet["role"] = "cell"): Duet {
  const reference = role === "bridge" ? "node-http/node" : "fetch/deno";
  return { role, target, reference, scenario: "text", blocks: 5, warmupSeconds: 4 };
}

/** A block in which the core was slower by `by`. */
function block(of: Duet, n: number, ratio: number, by: number, changes: Partial<BlockRecord> = {}) {
  const core = { ticks: 100, mean: best * (1 + by), fastest: best };
  return blockRecord(of.target, of.reference, n, ratio, { role: of.role, core, ...changes });
}

/** What an answer took the generators of the block, longer by `by`, in multiples of 10 microseconds. */
function generators(by: number, ratio = 1): Partial<BlockRecord> {
  const generatorSeconds = 1e-5 * 50_000 * (1 + ratio) * (1 + by);
  const machine = { generatorBusy: 0.9, generatorSeconds, foreign: 0, steal: 0, pressure: 0 };
  return { machine };
}

const wide = [0.1, 0.2, 0.3, 0.4, 0.5];
const koa = duet("koa/deno");

test("for each block measured again the most disturbed one gives way, whatever its ratio", () => {
  const slow = [0.05, 0.5, 0, 0.3, 0.02];
  const planned = slow.map((by, i) => block(koa, i + 1, wide[i] ?? 1, by));
  const again = [block(koa, 6, 9, 0.01, { again: true }), block(koa, 7, 9, 0.6, { again: true })];
  const further = block(koa, 8, 1, 0.9, { stage: 2 });
  const { counted, setAside } = countedBlocks([...planned, ...again, further]);
  const numbers = (blocks: readonly BlockRecord[]) => blocks.map(({ n }) => n);
  assert.deepEqual(numbers(setAside), [2, 7], "the replacement was itself disturbed");
  assert.deepEqual(numbers(counted), [1, 3, 4, 5, 6, 8]);
  assert.deepEqual(countedBlocks(planned), { counted: planned, setAside: [] });
});

test("generators that were slowed disturb as much as servers, by what an answer took them", () => {
  const slow = [0.05, 0, 0.3, 0, 0.1];
  const planned = slow.map((by, i) => {
    const ratio = wide[i] ?? 1;
    return block(koa, i + 1, ratio, i === 3 ? 0.25 : 0, generators(by, ratio));
  });
  assert.equal(shareAgain([koa], planned, precision).get(duetName(koa)), 2);
  const again = [6, 7].map((n) => block(koa, n, 1, 0, { again: true, ...generators(0) }));
  const setAside = (blocks: BlockRecord[]) =>
    countedBlocks(blocks)
      .setAside.map(({ n }) => n)
      .join();
  assert.equal(setAside([...planned, ...again]), "3,4");
  assert.equal(setAside([...planned, ...again.slice(1)]), "3", "0.3 is more than 0.25");
  // Journals of before 2026-11-23 do not tell: their servers' core alone decides, as it did then.
  const machine = { generatorBusy: 0.9, foreign: 0, steal: 0, pressure: 0 };
  const old = [...planned, ...again].map((one) => ({ ...one, machine }));
  assert.equal(shareAgain([koa], old.slice(0, 5), precision).get(duetName(koa)), 1);
  assert.equal(setAside([...old.slice(0, 5), ...old.slice(6)]), "4");
  const silent = old.map((one) => ({ ...one, machine: { ...machine, generatorSeconds: 0 } }));
  assert.equal(setAside([...silent.slice(0, 5), ...silent.slice(6)]), "4", "a /proc of zeros");
});

test("what nobody knows is not known to be calm, and a void block is no replacement", () => {
  const planned = [0, 0, 0].map((by, i) => block(koa, i + 1, 1, by));
  const unknown = block(koa, 4, 1, 0, { again: true, core: null });
  assert.deepEqual(countedBlocks([...planned, unknown]).setAside, [unknown]);
  const broken = block(koa, 4, 1, 0, { again: true, void: "died", sides: null });
  assert.deepEqual(countedBlocks([...planned, broken]).setAside, []);
});

test("the core's best is told by the fastest ticks, not by the very fastest", () => {
  const fastest = [3, 2, 2.1, 2.2, 1, 2.3, 2.4, 2.5];
  assert.equal(
    bestTick(fastest.map((tick) => ({ core: { ticks: 9, mean: 5, fastest: tick } }))),
    2,
  );
  assert.equal(bestTick([{ core: null }, {}]), null);
});

test("the most disturbed blocks of wide intervals come first; calm ones, narrow ones and A/A none", () => {
  const bridge = duet("fetch/deno", "bridge");
  const [hono, aa] = [duet("hono/deno"), duet("node-http/node", "aa")];
  const of = (one: Duet, ratios: readonly number[], slow: readonly number[]) =>
    ratios.map((ratio, i) => block(one, i + 1, ratio, slow[i] ?? 0));
  const records = [
    ...of(koa, wide, [0.3, 0, 0.19, 0.4, 0]),
    ...of(bridge, wide, [0, 0.5, 0, 0, 0]),
    ...of(hono, [0.98, 0.99, 1, 0.99, 0.98], [0.9, 0.9, 0.9, 0.9, 0.9]),
    ...of(aa, wide, [0.9, 0.9, 0.9, 0.9, 0.9]),
  ];
  const shares = (spare: number) =>
    Object.fromEntries(shareAgain([koa, bridge, hono, aa], records, { ...precision, spare }));
  assert.deepEqual(shares(20), { [duetName(bridge)]: 1, [duetName(koa)]: 2 });
  assert.deepEqual(shares(2), { [duetName(bridge)]: 1, [duetName(koa)]: 1 });
  assert.deepEqual(shares(0), {});
  const old = records.map((record) => ({ ...record, core: null }));
  assert.deepEqual(shareAgain([koa], old, precision), new Map());
});

test("where as few further blocks are enough, they are taken, but of a bridge there are none further", () => {
  // sd 3.5 %: 6.2 blocks are needed, so two more.
  const spread = [0.95, 0.98, 1, 1.02, 1.04];
  const shares = (of: Duet, slow: readonly number[]) => {
    const records = spread.map((ratio, i) => block(of, i + 1, ratio, slow[i] ?? 0));
    assert.equal(shareSpare([{ ...of, role: "cell" }], records, precision).get(duetName(of)), 2);
    return shareAgain([of], records, precision).get(duetName(of));
  };
  assert.equal(shares(koa, [0.3, 0, 0, 0, 0]), 1);
  assert.equal(shares(koa, [0.3, 0.3, 0, 0, 0]), undefined);
  assert.equal(shares(duet("fetch/deno", "bridge"), [0.3, 0.3, 0, 0, 0]), 2);
});

test("they are numbered on from the planned blocks, and the second stage from them", () => {
  const visit = { round: 2, rounds: 2, again: { [duetName(koa)]: 2 } };
  const due = (further: Record<string, number>) =>
    dueBlocks([koa], { ...visit, further }, 1).map(({ n, stage, again = false }) => [
      n,
      stage,
      again,
    ]);
  const first = [1, 2, 3, 4, 5].map((n) => [n, 1, false]);
  assert.deepEqual(due({}), [...first, [6, 1, true], [7, 1, true]]);
  assert.deepEqual(due({ [duetName(koa)]: 1 }), [
    ...first,
    [6, 1, true],
    [7, 1, true],
    [8, 2, false],
  ]);
});

test("a report tells how many blocks do not count, and whose", () => {
  const result = generatedResult(small);
  const sentence = (...setAside: BlockRecord[]) => setAsideSentences({ ...result, setAside });
  assert.deepEqual(sentence(), []);
  assert.deepEqual(setAsideSentences(result), []);
  const blocks = [block(koa, 1, 1, 1), block(duet("hono/deno"), 1, 1, 1), block(koa, 2, 1, 1)];
  assert.match(
    sentence(...blocks).join(),
    /^3 blocks do not count, since .* generators' was much slower .* place: hono\/deno 1, koa\/deno 2\.$/,
  );
  assert.match(
    sentence(...blocks.slice(1, 2)).join(),
    /^1 block does not count, .* place: hono\/deno 1\.$/,
  );
});

// What the rule is for: a server that a neighbour on the core slows more than its floor. Without it the
// interval is wide, and misses both the calm ratio and that of the mixture; with it, it is neither.
test("intervals hold with about 95 % on a restless machine, and are narrow (seeded simulation)", (t) => {
  const gauss = normalFrom(7);
  const calm = Math.log(0.56);
  type Draw = (n: number, changes?: Partial<BlockRecord>) => BlockRecord;
  const slowed =
    (sensitivity: number): Draw =>
    (n, changes) => {
      // A standard normal below -0.52: in 30 of 100.
      const by = gauss(0, 1) < -0.52 ? gauss(0.4, 0.1) : 0.03;
      const d = calm + sensitivity * (by - 0.03) + gauss(0, 0.02);
      return block(koa, n, Math.exp(d), Math.max(0, by), changes);
    };
  // The worst that can be thought of: no neighbour, but ratios and the generators' cost go together by chance,
  // as closely as they do in the runs where neighbours are the cause, and spread as express on Deno does.
  const byChance: Draw = (n, changes) => {
    const [both, own] = [gauss(0, 1), gauss(0, 1)];
    const d = calm + 0.06 * both;
    const by = Math.expm1(0.1 * (0.57 * both + Math.sqrt(1 - 0.57 ** 2) * own));
    return block(koa, n, Math.exp(d), 0, { ...generators(by, Math.exp(d)), ...changes });
  };
  const simulate = (draw: Draw, passes: number) => {
    let [covered, narrow] = [0, 0];
    const runs = 2000;
    for (let run = 0; run < runs; run++) {
      const records = [1, 2, 3, 4, 5].map((n) => draw(n));
      for (let pass = 0; pass < passes; pass++) {
        const share = shareAgain([koa], records, precision).get(duetName(koa)) ?? 0;
        for (let i = 0; i < share; i++) {
          records.push(draw(records.length + 1, { again: true }));
        }
      }
      const further = shareSpare([koa], records, { ...precision, spare: 6 });
      for (let i = 0; i < (further.get(duetName(koa)) ?? 0); i++) {
        records.push(draw(records.length + 1, { stage: 2 }));
      }
      const { ratio, lo, hi } = interval(blockEstimate(countedBlocks(records).counted));
      if (lo <= Math.exp(calm) && hi >= Math.exp(calm)) covered++;
      if (hi / ratio <= 1.0401) narrow++;
    }
    return { covered: covered / runs, narrow: narrow / runs };
  };
  const shown = (name: string, { covered, narrow }: ReturnType<typeof simulate>) =>
    t.diagnostic(
      `${name}: the interval contains the calm ratio in ${(100 * covered).toFixed(1)} %, is within 4 % in ${(100 * narrow).toFixed(1)} %`,
    );
  const indifferent = simulate(slowed(0), 2);
  shown("slowed like its floor, with the rule", indifferent);
  assert.ok(Math.abs(indifferent.covered - 0.95) < 0.015, `${indifferent.covered}`);
  const [without, sensitive] = [simulate(slowed(-0.3), 0), simulate(slowed(-0.3), 2)];
  shown("slowed more than its floor, without", without);
  shown("slowed more than its floor, with the rule", sensitive);
  assert.ok(sensitive.covered > 0.925, `${sensitive.covered}`);
  assert.ok(sensitive.narrow > 0.9, `${sensitive.narrow}`);
  assert.ok(without.covered < 0.9 && without.narrow < 0.5, JSON.stringify(without));
  const chance = simulate(byChance, 2);
  shown("no disturbance at all, only a cost that goes with the ratio", chance);
  assert.ok(chance.covered > 0.89, `${chance.covered}`);
});

test("the core's clock ticks on the servers' CPU, costs them little, and leaves nothing behind", async (t) => {
  const pinning = choosePinning();
  if (pinning.mode === "none") return t.skip(pinning.reason ?? "");
  const clock = startCoreClock(pinning);
  await clock.restart();
  await sleep(1000);
  const reading = await clock.read();
  assert.ok(reading);
  const { speed, cpuSeconds } = reading;
  assert.ok(speed.ticks > 25 && speed.ticks <= 55, `${speed.ticks}`);
  assert.ok(speed.fastest > 1e-5 && speed.fastest <= speed.mean && speed.mean < 0.01);
  assert.ok(cpuSeconds < 0.06, `${cpuSeconds} s of a second`);
  const pid = processTree(process.pid).find((one) => one !== process.pid);
  process.kill(pid ?? 0, "SIGKILL");
  assert.equal(await clock.read(), null, "one that has died tells nothing");
  await clock.stop();
  assert.deepEqual(
    processTree(process.pid).filter((one) => one !== process.pid),
    [],
  );
});

test("without a CPU of the servers' own nothing is told", async () => {
  const pinning = { mode: "none" as const, server: [], generators: [], reason: "one CPU" };
  const clock = startCoreClock(pinning);
  await clock.restart();
  assert.equal(await clock.read(), null);
  await clock.stop();
});
