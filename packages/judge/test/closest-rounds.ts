import { exact } from "@deadheat/stats";
import { duetName, type Duet, type RoundRecord } from "@deadheat/journal";
import { cellEstimate } from "../src/cell/estimate.ts";
import { priorOfScenario } from "../src/cell/prior.ts";
import { rank, type Ranking } from "../src/rank.ts";
import { closestIn } from "../src/result/closest.ts";
import { shareSpare } from "../src/rules/further.ts";
import { roundRecord } from "../../journal/test/records.ts";
import { normalFrom } from "./normal.ts";

/** A run of a fleet whose truth is known. */
export interface Scene {
  /** The true ratios of the targets to their floor. */
  readonly ratios: readonly number[];
  /** The standard deviation of the log ratio of a round. */
  readonly sd: number;
  readonly planned: number;
  /** The half-width that further rounds aim at, and the most of them. */
  readonly halfWidth: number;
  readonly spare: number;
  /** The machines, and the standard deviation of the log ratio between them; one machine unless given. */
  readonly machines?: number;
  readonly tau?: number;
  /** The level of verdicts; 5 % unless given. */
  readonly alpha?: number;
}

/** Returns the urgency of each target after some rounds, the smallest first; null if the rule does not look at ratios. */
export type Rule = (ranking: Ranking) => ReadonlyMap<string, number> | null;

export const bySpread: Rule = () => null;
export const byCloseness: Rule = closestIn;

/** The rounds of a cell, and of all cells, before the order is found again. */
const TASK = 3;
const BATCH = 6;
const MARGIN = 0.05;

/** Simulates a run: the planned rounds, and then batches of further rounds by the rule. */
export function simulateRun(
  { ratios, sd, planned, halfWidth, spare, machines = 1, tau = 0, alpha = 0.05 }: Scene,
  rule: Rule,
  seed: number,
): Ranking {
  const next = normalFrom(seed);
  const names = ratios.map((_, i) => `t${i}/node`);
  const moved = names.map(() => Array.from({ length: machines }, () => next(0, tau)));
  const rounds: RoundRecord[] = [];
  const measure = (i: number, n: number, stage: 1 | 2) => {
    const machine = Math.floor((n + i) / 3) % machines;
    const log = next(Math.log(ratios[i]!) + moved[i]![machine]!, sd);
    const instance = machines > 1 ? { instance: `m${machine}` } : {};
    const about = { stage, machine: null, ...instance };
    rounds.push(roundRecord(names[i]!, "node-http/node", n, Math.exp(log), about));
  };
  for (const i of ratios.keys()) for (let n = 1; n <= planned; n++) measure(i, n, 1);
  const duets = names.map((name): Duet => {
    return { role: "cell", new: name, base: "node-http/node", scenario: "text", rounds: planned };
  });
  const counts = ratios.map(() => planned);
  for (let left = spare; left > 0;) {
    const urgency = rule(rankOf(rounds, alpha));
    const byName = new Map(
      [...(urgency ?? [])].map(([target, p]) => [
        duetName({ new: target, base: "node-http/node", scenario: "text" }),
        p,
      ]),
    );
    const shares = shareSpare(duets, rounds, { halfWidth, spare: left }, byName);
    let batch = Math.min(BATCH, left);
    for (const [name, share] of shares) {
      const i = duets.findIndex((duet) => duetName(duet) === name);
      const some = Math.min(share, TASK);
      for (let k = 0; k < some && batch > 0; k++, batch--, left--) measure(i, ++counts[i]!, 2);
    }
    if (shares.size === 0) break;
  }
  return rankOf(rounds, alpha);
}

function rankOf(rounds: readonly RoundRecord[], alpha: number): Ranking {
  const prior = priorOfScenario(rounds);
  const cells = [...Map.groupBy(rounds, (round) => round.new)].map(([target, own]) => {
    return { target, runtime: "node" as const, toFloor: cellEstimate(own, null, prior) };
  });
  return rank(cells, new Map([["node", exact()]]), MARGIN, alpha);
}

export interface Outcome {
  /** The share of runs with a direction that is not true. */
  readonly falseRuns: number;
  /** The share of pairs that differ by the margin or more and are called the same. */
  readonly falseTies: number;
  /** The mean share of pairs with a true verdict. */
  readonly right: number;
}

export function simulateRuns(scene: Scene, rule: Rule, runs: number): Outcome {
  const trueOf = (name: string) => scene.ratios[Number(/\d+/.exec(name)![0])]!;
  let [falseRuns, falseTies, apart, right, pairs] = [0, 0, 0, 0, 0];
  for (let seed = 0; seed < runs; seed++) {
    let isFalse = false;
    for (const { targets, verdict } of simulateRun(scene, rule, seed).compared) {
      const [a, b] = targets.map(trueOf) as [number, number];
      const isApart = Math.abs(Math.log(a / b)) > Math.log1p(MARGIN) - 1e-9;
      const truth = a === b ? "same" : a > b ? "faster" : "slower";
      const isDirection = verdict === "faster" || verdict === "slower";
      if (isDirection && verdict !== truth) isFalse = true;
      if (isApart) apart++;
      if (isApart && verdict === "same") falseTies++;
      if (verdict === truth || (verdict === "same" && !isApart)) right++;
      pairs++;
    }
    if (isFalse) falseRuns++;
  }
  return {
    falseRuns: falseRuns / runs,
    falseTies: apart === 0 ? 0 : falseTies / apart,
    right: right / pairs,
  };
}
