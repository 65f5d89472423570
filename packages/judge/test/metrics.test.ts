import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoundRecord } from "@deadheat/journal";
import {
  exitCodeOfGate,
  gatesOf,
  isOff,
  judgeComparison,
  logChanges,
  samplesOf,
  roundsWanted,
  type Metric,
  type MetricName,
  type LimitName,
  type Stopping,
} from "../src/index.ts";
import { around, judged } from "./around.ts";

/** Rounds in which the new server needs this much more of each metric. */
function rounds(more: { cpu?: number; start?: number; idle?: number; peak?: number }, n = 8) {
  const wobble = (i: number) => 1 + 0.004 * (i % 2 === 0 ? 1 : -1);
  return around(1 / (more.cpu ?? 1), 0.004, n).map((record, i): RoundRecord => {
    const sides = record.sides as NonNullable<RoundRecord["sides"]>;
    const of = (side: typeof sides.new, start: number, idle: number, peak: number) => ({
      ...side,
      startup: { ready: 0.09 * start, firstByte: 0.1 * start },
      memory: { idle: 60e6 * idle, peak: 90e6 * peak },
    });
    const own = [more.start ?? 1, more.idle ?? 1, more.peak ?? 1].map((one) => one * wobble(i));
    const [start = 1, idle = 1, peak = 1] = own;
    return {
      ...record,
      sides: { base: of(sides.base, 1, 1, 1), new: of(sides.new, start, idle, peak) },
    };
  });
}

const metricOf = ({ metrics }: { metrics: Metric[] }, name: Metric["metric"]) => {
  const found = metrics.find(({ metric }) => metric === name);
  assert.ok(found !== undefined, name);
  return found;
};

test("each metric is paired by round, on its own scale, with a word of its own", () => {
  const one = judged(rounds({ cpu: 1.05, start: 0.8, idle: 1, peak: 1.2 }));
  assert.deepEqual(
    one.metrics.map(({ metric, verdict, named }) => [metric, verdict, named]),
    [
      ["cpu", "slower", true],
      ["start", "faster", false],
      ["memory-idle", "same", false],
      ["memory-peak", "more", false],
    ],
  );
  const cpu = metricOf(one, "cpu");
  assert.ok(Math.abs(cpu.ratio * one.ratio - 1) < 1e-9, "the ratio of efficiencies upside down");
  assert.ok(Math.abs(cpu.lo * one.hi - 1) < 1e-9);
  assert.equal(cpu.p, one.p);
  const peak = metricOf(one, "memory-peak");
  assert.ok(Math.abs(peak.new / peak.base - peak.ratio) < 1e-9);
  assert.ok(Math.abs(peak.ratio - 1.2) < 0.01 && peak.lo < peak.ratio && peak.ratio < peak.hi);
});

test("a server that still compiles says nothing about its CPU, and its start and memory hold", () => {
  const cold = rounds({ cpu: 1.1, start: 1.5 }).map((record): RoundRecord => {
    const warmed = { responses: 10, seconds: 1 };
    return { ...record, warmup: { responses: 40_000, new: warmed, base: warmed } };
  });
  const one = judged(cold);
  assert.equal(one.verdict, "undecided");
  assert.equal(metricOf(one, "cpu").verdict, "undecided");
  assert.equal(metricOf(one, "start").verdict, "slower");
});

test("a metric that one round lacks is left out", () => {
  const [first, ...rest] = rounds({});
  const sides = first?.sides as NonNullable<RoundRecord["sides"]>;
  const without = {
    ...(first as RoundRecord),
    sides: { ...sides, new: { ...sides.new, memory: null } },
  };
  const names = judged([without, ...rest]).metrics.map(({ metric }) => metric);
  assert.deepEqual(names, ["cpu", "start"]);
  const running = { ...sides.new, startup: { ready: 0, firstByte: 0.001 } };
  const ran = { ...(first as RoundRecord), sides: { ...sides, new: running } };
  const alone = judged([ran, ...rest]).metrics.map(({ metric }) => metric);
  assert.deepEqual(alone, ["cpu"], "a server that ran already");
});

test("every gated metric has its outcome, and a comparison goes on until all are decided", () => {
  const limits = { cpu: 0.05, start: 0.2, "memory-peak": 0.1 } as const;
  const rule: Stopping = { kind: "gate", limits, budgetSeconds: 1000, family: 3 };
  const records = rounds({ start: 1.5, peak: 1.02 });
  const gains = (of: readonly RoundRecord[]) => (metric: LimitName) =>
    logChanges(samplesOf(of).get(metric as MetricName) ?? []).map((change) => -change);
  assert.equal(roundsWanted(rule, gains(records)("cpu"), 48, gains(records)), 8);
  const one = judged(records, rule);
  assert.deepEqual(
    gatesOf(one).map(({ metric, outcome }) => [metric, outcome]),
    [
      ["cpu", "passed"],
      ["start", "failed"],
      ["memory-peak", "passed"],
    ],
  );
  assert.deepEqual(one.gate?.outcome, "passed", "the gate of cpu alone");
  const near = rounds({ start: 1.2 });
  assert.ok(roundsWanted(rule, gains(near)("cpu"), 48, gains(near)) > 8, "start is undecided");
  assert.equal(
    gatesOf(judged(near, rule)).find(({ metric }) => metric === "cpu")?.outcome,
    "passed",
  );
  assert.equal(exitCodeOfGate("failed", "pass"), 1);
});

test("the gate on an exact metric is tested without rounds, also if neither server has anything", () => {
  const rule = { kind: "gate", limits: { packages: 0.5 }, budgetSeconds: 60 } as const;
  const outcomes = (base: number, next: number) => {
    const exact = { packages: { base, new: next } };
    const judgement = judgeComparison(rounds({}), rule, 0.02, 60, "cpu", exact);
    return gatesOf(judgement).map(({ outcome }) => outcome);
  };
  assert.deepEqual(outcomes(4, 6), ["passed"]);
  assert.deepEqual(outcomes(4, 7), ["failed"]);
  assert.deepEqual(outcomes(0, 0), ["passed"]);
});

test("a control is off if a metric with a gate differs, and other metrics may", () => {
  const rule: Stopping = { kind: "gate", limits: { start: 0.2 }, budgetSeconds: 1000 };
  assert.equal(isOff(judged(rounds({ peak: 1.3 }), rule)), false);
  assert.equal(isOff(judged(rounds({ start: 1.1 }), rule)), true);
});
