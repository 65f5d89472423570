import assert from "node:assert/strict";
import type { RoundRecord } from "@deadheat/journal";
import { roundRecord } from "../../journal/test/records.ts";
import { judgeComparison, judgeTogether, type Stopping } from "../src/index.ts";

/** Returns rounds whose ratios, new over old, are half above and half below `ratio`. */
export function around(ratio: number, spread: number, n = 8): RoundRecord[] {
  return Array.from({ length: n }, (_, i) => {
    const off = Math.exp(i % 2 === 0 ? spread : -spread);
    return roundRecord("new/node", "old/node", i + 1, ratio * off);
  });
}

/** Returns eight rounds, in the fourth of which the base was not warm. */
export function oneCold(): RoundRecord[] {
  return around(1.5, 0.01).map((record, i) => {
    const { warmup } = record;
    assert.ok(warmup);
    const base = { responses: warmup.responses - 1, seconds: 60 };
    return i === 3 ? { ...record, warmup: { ...warmup, base } } : record;
  });
}

const eight: Stopping = { kind: "rounds", rounds: 8 };

/** Returns the judgement of a single comparison. */
export function judged(records: readonly RoundRecord[], rule = eight) {
  const [one] = judgeTogether([{ records, judgement: judgeComparison(records, rule, 0.02, 60) }]);
  assert.ok(one !== undefined);
  return one;
}
