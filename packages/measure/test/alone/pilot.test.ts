import assert from "node:assert/strict";
import { test } from "node:test";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { defaultWarmup } from "@deadheat/journal";
import { fitOf, warmAt, type Pilot, type Slice } from "@deadheat/measure";
import { isHeavy } from "../../src/fit/fit.ts";
import { piloted } from "../piloted.ts";

/** Returns slices of half a CPU second with these costs per response, in milliseconds. */
function slices(...costs: readonly number[]): Slice[] {
  return costs.map((cost) => ({
    good: 500 / cost,
    seconds: 0.5,
    cpuSeconds: 0.5,
    busySeconds: 0.5,
  }));
}

test("a server is warm once no slice is cheaper than those before", () => {
  // A Next.js page on Node: CPU time per response against the CPU time so far.
  const next = [14, 11.2, 10.1, 9, 8.1, 7.1, 6.8, 6.4, 6.1, 5.9, 5.7, 5.6, 5.4, 5.2, 5.2, 5.2, 5.2];
  assert.equal(warmAt(slices(...next.slice(0, 13))), null);
  assert.equal(warmAt(slices(...next)), 13);
  assert.equal(warmAt(slices(6, 6, 6)), null, "three slices show no trend");
  assert.equal(warmAt(slices(6, 6, 6, 6)), 1, "a loop is warm at once");
});

test("a busy moment of the machine neither ends a pilot early nor counts as warm", () => {
  assert.equal(warmAt(slices(10, 8, 7, 7.8, 7.9, 6)), null, "still getting cheaper");
  assert.equal(
    warmAt(slices(10, 8, 6, 6, ...Array.from({ length: 8 }, () => 9))),
    3,
    "slow slices at the end change nothing",
  );
  const restless = [666, 364, 294, 211, 206, 239, 198];
  assert.equal(warmAt(slices(...restless)), null, "noise hides a trend from three slices");
  const more = [205, 210, 220, 199, 230, 215];
  assert.equal(
    warmAt(slices(...restless, ...more)),
    5,
    "a restless machine shows no more than its noise",
  );
});

test("noise of up to 20 % does not end the warm-up of a slow trend early", () => {
  const random = xoroshiro128plus(7);
  const warmCost = (cpuSeconds: number) => 1 + 1.7 * Math.exp(-cpuSeconds / 2.2);
  for (const noise of [0.01, 0.06, 0.12, 0.2]) {
    const costs = Array.from({ length: 200 }, () => {
      const seen: number[] = [];
      for (;;) {
        // Other work on the machine only makes a slice more expensive.
        const slowed = 1 - noise * Math.log(1 - uniformFloat64(random));
        seen.push(5.2 * warmCost(seen.length / 2) * slowed);
        const at = warmAt(slices(...seen));
        if (at !== null) return warmCost(at / 2);
      }
    }).toSorted((a, b) => a - b);
    const ninth = costs[180] ?? Infinity;
    assert.ok(ninth < 1.2, `noise ${noise}: 9 of 10 are warm at ${ninth} of the flat cost`);
  }
});

const heavy: Pilot = {
  cheap: false,
  perResponse: 0.005,
  perSecond: 190,
  responses: 1200,
  cpuSeconds: 6,
  flat: true,
  connections: 50,
  busy: 0.97,
  noise: 0.02,
  spread: 0.01,
  readySeconds: 0.8,
  slowness: 1,
};
const cheap: Pilot = {
  ...heavy,
  cheap: true,
  perResponse: 0.00003,
  perSecond: 30_000,
  responses: 0,
  cpuSeconds: 0,
};
const load = { warmup: defaultWarmup };
const onNode = ["node", "node"] as const;

test("two cheap servers need no fit, and a fit does not depend on which server is which", () => {
  assert.equal(fitOf({ base: cheap, new: cheap }, load, onNode), null);
  const slower = { ...heavy, perResponse: 0.007, responses: 1000, cpuSeconds: 7, perSecond: 140 };
  const one = fitOf({ base: heavy, new: slower }, load, onNode);
  const other = fitOf({ base: slower, new: heavy }, load, onNode);
  assert.ok(one && other);
  const { perResponse: _, ...rest } = one;
  const { perResponse: __, ...same } = other;
  assert.deepEqual(rest, same);
});

test("a heavy page is warmed by what it needs, in a round of half a minute and a window of seconds", () => {
  const fit = fitOf({ base: heavy, new: heavy }, load, onNode);
  assert.ok(fit);
  assert.equal(fit.responses, 1500);
  assert.ok(fit.cpuSeconds >= 1500 * 0.005, "responses end the warm-up of two similar servers");
  assert.equal(fit.waits, false);
  assert.ok(fit.windowSeconds > 1 && fit.windowSeconds <= 10, `${fit.windowSeconds}`);
  assert.ok(fit.roundSeconds > 15 && fit.roundSeconds < 35, `${fit.roundSeconds}`);
});

test("a server with wilder responses gets a longer window, and a very slow one enough responses", () => {
  const windowOf = (own: Partial<Pilot>) => {
    const one = { ...heavy, ...own };
    return fitOf({ base: one, new: one }, load, onNode)?.windowSeconds ?? 0;
  };
  assert.ok(windowOf({ spread: 0.04 }) > windowOf({ spread: 0.01 }));
  const slow = { perResponse: 0.03, perSecond: 32, responses: 30, cpuSeconds: 1, spread: 0.005 };
  assert.ok((windowOf(slow) * 0.5) / 0.03 >= 29, "30 responses of each server");
});

test("a cheap server beside a heavy one gets its usual warm-up, and the heavy one stops by CPU time", () => {
  const fit = fitOf({ base: cheap, new: heavy }, load, onNode);
  assert.ok(fit);
  assert.equal(fit.responses, 40_000);
  const seconds = fit.cpuSeconds;
  assert.ok(seconds >= heavy.cpuSeconds && seconds < 3 * heavy.cpuSeconds, `${seconds}`);
});

test("a machine that is five times slower warms its servers by the same work", () => {
  const slowed = (own: Pilot): Pilot => ({
    ...own,
    perResponse: 5 * own.perResponse,
    perSecond: own.perSecond / 5,
    cpuSeconds: 5 * own.cpuSeconds,
    slowness: 5,
  });
  const light = {
    ...heavy,
    perResponse: 0.0004,
    perSecond: 2400,
    responses: 1000,
    cpuSeconds: 0.4,
  };
  for (const one of [heavy, light]) {
    const usual = fitOf({ base: one, new: one }, load, onNode);
    const slow = fitOf({ base: slowed(one), new: slowed(one) }, load, onNode);
    assert.ok(usual && slow);
    assert.equal(slow.responses, usual.responses);
    assert.ok(Math.abs(slow.cpuSeconds / usual.cpuSeconds - 5) < 1e-9);
    assert.equal(isHeavy(slow), isHeavy(usual));
  }
});

test("an upstream of 250 ms takes no longer than one of 1 ms", () => {
  const waiting = (connections: number, perSecond: number, responses: number): Pilot => ({
    ...heavy,
    perResponse: 0.00006,
    perSecond,
    responses,
    cpuSeconds: responses * 0.00006,
    connections,
    busy: perSecond * 0.00006,
  });
  const far = waiting(1000, 3900, 8000);
  const fit = fitOf({ base: far, new: far }, load, onNode);
  assert.ok(fit?.waits);
  assert.ok(fit.roundSeconds < 14, `${fit.roundSeconds}`);
});

test("the pilot of a cheap server is over at once", async () => {
  const startedAt = performance.now();
  const found = await piloted("end();");
  assert.equal(found.cheap, true);
  assert.ok(performance.now() - startedAt < 5000);
});

test("a server of a third of a millisecond is cheap on a machine that is five times slower", async () => {
  assert.equal((await piloted("spin(0.3); end();", 5)).cheap, true);
  assert.equal((await piloted("spin(0.3); end();", 1, true)).cheap, false);
});

test("a server that waits gets more connections", async () => {
  const waiting = await piloted("setTimeout(end, 100);");
  assert.ok(waiting.connections > 50, `${waiting.connections}`);
  assert.ok(waiting.perResponse < 0.0006, `${waiting.perResponse}`);
});
