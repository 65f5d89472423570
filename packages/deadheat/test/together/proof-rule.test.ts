import assert from "node:assert/strict";
import { test } from "node:test";
import { estimate, moreTime, shareOf, type Share } from "@deadheat/stats";
import { roundsFrom } from "../../../stats/test/support.ts";
import { nextTurn, shareGone, type Turn } from "../../src/descend/proof-rule.ts";

const draw = roundsFrom(20261129);
const normal = () => draw(1, 0, 1)[0] ?? 0;
/** A normal variable is further from 0 in one of ten draws. */
const RARE = 1.645;

/** Returns the error of a round. Pairs differ in their spread, and one round of ten spreads three times as much. */
function errors(sd: number): () => number {
  const own = sd * Math.exp(0.5 * normal());
  return () => own * normal() * (Math.abs(normal()) > RARE ? 3 : 1);
}

/** Returns a clock whose next tick gives the factor of the difference in the next round, which changes slowly. */
function drifting(sd: number): () => number {
  let log = sd * normal();
  return () => {
    log = 0.9 * log + Math.sqrt(1 - 0.9 ** 2) * sd * normal();
    return Math.exp(log);
  };
}

interface Case {
  readonly ratio: number;
  readonly sd: number;
  /** The share of the difference that is gone in the copy. */
  readonly truth: number;
}

/** Returns the log ratios of both pairs in a round, of times in units of the new server's. */
function truthAt({ ratio, truth }: Case, drift: number): Record<Turn | "whole", number> {
  const whole = Math.log(ratio) * drift;
  const base = Math.exp(-whole);
  const copy = 1 - truth * (1 - base);
  return { back: -Math.log(copy), rest: Math.log(copy / base), whole };
}

const MOST = 14;

function prove(one: Case, tick: () => number): Share {
  const rounds: Record<Turn, number[]> = { back: [], rest: [] };
  const error = { back: errors(one.sd), rest: errors(one.sd) };
  const known = (turn: Turn) => (rounds[turn].length === 0 ? null : estimate(rounds[turn]));
  for (;;) {
    const open = (["back", "rest"] as const).filter((turn) => rounds[turn].length < MOST);
    const turn = nextTurn(known("back"), known("rest"), open);
    if (turn === null) return shareGone(estimate(rounds.back), estimate(rounds.rest));
    rounds[turn].push(truthAt(one, tick())[turn] + error[turn]());
  }
}

/** Measures the whole difference eight rounds before the part of it, as a search has done. */
function compareWithEarlier(one: Case, tick: () => number): Share {
  const [ofWhole, ofBack] = [errors(one.sd), errors(one.sd)];
  const whole = Array.from({ length: 4 }, () => truthAt(one, tick()).whole + ofWhole());
  for (let i = 0; i < 8; i++) tick();
  const back = Array.from({ length: 4 }, () => truthAt(one, tick()).back + ofBack());
  return shareOf(moreTime(estimate(back)), moreTime(estimate(whole)));
}

const RUNS = 1000;

function held(one: Case, find: (one: Case, tick: () => number) => Share): number {
  let count = 0;
  for (let i = 0; i < RUNS; i++) {
    const { lo, hi } = find(one, drifting(0.08));
    if ((lo ?? -Infinity) <= one.truth && one.truth <= (hi ?? Infinity)) count++;
  }
  return count / RUNS;
}

test("the share of a proof holds although the difference changes by 8 % meanwhile", (t) => {
  const all = [
    [1.15, 0.02],
    [1.25, 0.015],
    [1.5, 0.03],
    [3, 0.03],
    [0.04, 0.1],
  ].flatMap(([ratio = 1, sd = 0]) => [1, 0.85, 0.5].map((truth) => ({ ratio, sd, truth })));
  const inTurns = all.map((one) => held(one, prove));
  const earlier = all.map((one) => held(one, compareWithEarlier));
  const range = (shares: readonly number[]) =>
    [Math.min(...shares), Math.max(...shares)].map((one) => `${(100 * one).toFixed(0)} %`);
  t.diagnostic(`the true share is in the interval: in turns ${range(inTurns).join(" to ")}`);
  t.diagnostic(`with the difference of earlier rounds ${range(earlier).join(" to ")}`);
  for (const [i, share] of inTurns.entries())
    assert.ok(share > 0.88, JSON.stringify([all[i], share]));
  assert.ok(Math.min(...earlier) < 0.85, "so the pairs take turns");
});
