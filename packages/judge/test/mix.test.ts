// A mix of requests: its cost is the sum by shares, and its interval is right on a machine whose speed changes.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoundRecord } from "@deadheat/journal";
import { efficiency, judgeComparison, logRatios, mixedRound, sharedRule } from "../src/index.ts";
import { boundOf, judgeGate } from "../src/rules/gate.ts";
import { roundRecord } from "../../journal/test/records.ts";
import { normalFrom } from "./normal.ts";

/** Returns a round in which a request takes these CPU seconds. */
function costing(base: number, next: number, n = 1): RoundRecord {
  const record = roundRecord("new/node", "old/node", n, 1);
  const side = (seconds: number) => ({
    ...(record.sides as NonNullable<RoundRecord["sides"]>).base,
    good: 10_000,
    cpuSeconds: 10_000 * seconds,
    ends: { good: 0, cpuSeconds: 0 },
  });
  return { ...record, sides: { base: side(base), new: side(next) } };
}

test("the cost of a mix is the sum of the costs of its requests by their shares", () => {
  const { sides } = mixedRound([
    { share: 60, record: costing(1e-4, 1e-4) },
    { share: 30, record: costing(5e-4, 6e-4) },
    { share: 10, record: costing(2e-3, 1e-3) },
  ]);
  const cost = (side: NonNullable<typeof sides>["new"] | undefined) => side && 1 / efficiency(side);
  assert.ok(Math.abs((cost(sides?.base) ?? 0) - 4.1e-4) < 1e-12);
  assert.ok(Math.abs((cost(sides?.new) ?? 0) - 3.4e-4) < 1e-12);
});

test("a mix of a cold round is cold, and has no startup time and no memory", () => {
  const warm = {
    responses: 100,
    new: { responses: 100, seconds: 1 },
    base: { responses: 100, seconds: 1 },
  };
  const cold = { ...warm, new: { responses: 50, seconds: 1 } };
  const parts = [warm, cold, warm].map((warmup) => ({
    share: 1,
    record: { ...costing(1, 1), warmup },
  }));
  const records = [1, 2, 3].map((n) => ({ ...mixedRound(parts), n }));
  const { verdict, metrics } = judgeComparison(records, { kind: "rounds", rounds: 3 }, 0.02, 10);
  assert.equal(verdict, "undecided");
  assert.deepEqual(
    metrics.map(({ metric }) => metric),
    ["cpu"],
  );
});

const shares = [0.6, 0.3, 0.1];
const costs = [1e-4, 5e-4, 2e-3];

/** Draws the rounds of a mix whose second request needs more, on a machine whose speed changes from round to round. */
function drawn(more: number, n: number, seed: number): RoundRecord[] {
  const draw = normalFrom(seed);
  return Array.from({ length: n }, (_, i) => {
    const speed = Math.exp(draw(0, 0.2));
    return mixedRound(
      costs.map((cost, k) => {
        const own = cost * speed * Math.exp(draw(0, 0.05));
        const next = own * (k === 1 ? 1 + more : 1) * Math.exp(draw(0, 0.03));
        return { share: shares[k] ?? 0, record: costing(own, next, i + 1) };
      }),
    );
  });
}

const total = costs.reduce((sum, cost, k) => sum + cost * (shares[k] ?? 0), 0);
const truthOf = (more: number) => 1 + (more * 1.5e-4) / total;

test("the interval of a mix holds the true difference in about 95 of 100 runs, though its parts differ", () => {
  const truth = truthOf(0.5);
  const runs = Array.from({ length: 600 }, (_, seed) => drawn(0.5, 8, seed));
  const held = runs.filter((records) => {
    const { lo, hi } = judgeComparison(records, { kind: "rounds", rounds: 8 }, 0.02, 10);
    return lo <= 1 / truth && 1 / truth <= hi;
  });
  const share = held.length / runs.length;
  assert.ok(share > 0.92 && share < 0.98, `${share}`);
});

test("the gate of a mix passes a difference at its limit in at most 2.5 of 100 runs", () => {
  const limit = 0.1;
  const more = (limit * total) / 1.5e-4;
  const outcomes = Array.from({ length: 600 }, (_, seed) =>
    judgeGate(logRatios(drawn(more, 8, 1000 + seed)), boundOf("cpu", limit), true),
  );
  const passed = outcomes.filter((outcome) => outcome === "passed").length / outcomes.length;
  assert.ok(passed <= 0.045, `${passed} passed`);
});

test("requests that are measured in turn share the time of all their rules", () => {
  const rule = { kind: "gate", limits: { cpu: 0.05 }, budgetSeconds: 20 } as const;
  const all = [rule, { ...rule, budgetSeconds: 40 }];
  assert.deepEqual(sharedRule(rule, all), { ...rule, budgetSeconds: 60 });
  const rounds = { kind: "rounds", rounds: 8, withinSeconds: 360 } as const;
  assert.deepEqual(sharedRule(rounds, [rounds, rounds]), { ...rounds, withinSeconds: 720 });
});
