import assert from "node:assert/strict";
import { test } from "node:test";
import { interval } from "@deadheat/stats";
import { cellEstimate } from "@deadheat/judge";
import type { Duet, Role, RoundRecord } from "@deadheat/journal";
import { dueInPass, furtherRounds, wovenRounds } from "../src/schedule/due.ts";
import type { DueRound } from "../src/schedule/order.ts";
import { roundRecord } from "../../journal/test/records.ts";
import { normalFrom } from "../../judge/test/normal.ts";
import { repeated } from "../../stats/test/support.ts";

// Whole runs on made-up rounds, through the rules that decide the number of rounds: passes as time allows, then further
// rounds for cells with wide intervals. A round's time correlates with the error of its ratio, as on a machine that is
// slowed down for a while. With all these rules, 95 of 100 intervals must still contain the truth.

const RUNS = repeated(1000);
const TRUTH = Math.log(0.5);

interface Machine {
  /** The standard deviations of the rounds' ln ratio; the cells use them in turn. */
  readonly sds: readonly number[];
  /** The correlation of a ratio's error with the logarithm of its round's time. */
  readonly correlation: number;
  /** The time of a round on a machine that is not slowed down. */
  readonly seconds: number;
  /** The standard deviation of the logarithm of a round's time. */
  readonly restless: number;
  /** The gap between the two kinds of processes of each server, half of which are of the slower kind; 0 for one kind. */
  readonly gap?: number;
  /** The share of the intervals of cells that contain the truth, at least. Five rounds miss one of two equal kinds in 6 %. */
  readonly least?: number;
}

const duets: Duet[] = Array.from({ length: 13 }, (_, i): Duet => {
  const role: Role = i === 0 ? "aa" : i <= 2 ? "bridge" : "cell";
  const reference = "node-http/node";
  return {
    role,
    new: `t${i}/node`,
    base: reference,
    scenario: "text",
    rounds: role === "bridge" ? 6 : 5,
  };
});
const passes = 5;
const withinSeconds = 695;
const precision = { halfWidth: 0.04, spare: 40 };

/** Returns the share of intervals that contain the truth in many runs, by role, and the mean numbers of rounds of a cell. */
function simulate({ sds, correlation, seconds, restless, gap = 0 }: Machine, seed: number) {
  const draw = normalFrom(seed);
  const normal = () => draw(0, 1);
  const held = { cell: 0, bridge: 0, aa: 0 };
  const asked = { cell: 0, bridge: 0, aa: 0 };
  const roundsOf = { first: 0, further: 0 };
  for (let run = 0; run < RUNS; run++) {
    let elapsed = 0;
    const clock = () => ({ withinSeconds, elapsedSeconds: elapsed });
    const measured: RoundRecord[] = [];
    const measure = ({ target, n, stage }: DueRound): void => {
      const duet = duets.find((one) => one.new === target)!;
      const [error, other] = [normal(), normal()];
      const sd = sds[duets.indexOf(duet) % sds.length] ?? 0;
      const slow = correlation * error + Math.sqrt(1 - correlation ** 2) * other;
      const total = seconds * Math.exp(restless * slow);
      const kind = gap === 0 || duet.role === "aa" ? 0 : (Math.sign(normal()) * gap) / 2;
      const ratio = Math.exp(TRUTH + kind + sd * error);
      const changes = { role: duet.role, stage, seconds: { total, load: total } };
      measured.push(roundRecord(duet.new, duet.base, n, ratio, changes));
      elapsed += total;
    };
    for (let pass = 1; pass <= passes; pass++) {
      const due = dueInPass(duets, { passes }, pass, measured, clock());
      if (due === null) break;
      const woven = wovenRounds(duets, { passes }, pass, measured, precision, clock());
      for (const round of [...due, ...woven.passes.flat()]) measure(round);
    }
    const { passes: last } = furtherRounds(duets, measured, precision, clock());
    for (const round of last.flat()) measure(round);
    roundsOf.first += measured.filter(({ stage }) => stage === 1).length;
    roundsOf.further += measured.filter(({ stage }) => stage === 2).length;
    const byTarget = Map.groupBy(measured, ({ new: next }) => next);
    for (const { role, new: next } of duets) {
      const { lo, hi } = interval(cellEstimate(byTarget.get(next) ?? []));
      asked[role]++;
      if (Math.log(lo) <= TRUTH && TRUTH <= Math.log(hi)) held[role]++;
    }
  }
  const share = (role: Role) => held[role] / asked[role];
  return {
    coverage: { cell: share("cell"), bridge: share("bridge"), aa: share("aa") },
    first: roundsOf.first / RUNS,
    further: roundsOf.further / RUNS,
  };
}

const machines: [string, Machine][] = [
  ["a calm, fast machine", { sds: [0.01, 0.02], correlation: 0, seconds: 5.5, restless: 0.02 }],
  ["a restless one", { sds: [0.02, 0.05, 0.08], correlation: 0.5, seconds: 7, restless: 0.2 }],
  [
    "ratios that correlate with the machine's speed",
    { sds: [0.02, 0.04, 0.08], correlation: 0.9, seconds: 7.5, restless: 0.3 },
  ],
  [
    "the same ratios if time ends the planned passes",
    { sds: [0.02, 0.04, 0.08], correlation: 0.9, seconds: 10, restless: 0.4 },
  ],
  [
    "a machine on which every server comes in two kinds",
    { sds: [0.01], correlation: 0, seconds: 5.5, restless: 0.02, gap: 0.16, least: 0.93 },
  ],
  ["a slow one: three passes", { sds: [0.03, 0.08], correlation: 0.9, seconds: 18, restless: 0.3 }],
];
for (const [name, machine] of machines) {
  test(`intervals hold on ${name}`, (t) => {
    const { coverage, first, further } = simulate(machine, 7);
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    t.diagnostic(
      `${first.toFixed(1)} planned rounds, ${further.toFixed(1)} further ones; intervals hold in ` +
        `${percent(coverage.cell)} of cells, ${percent(coverage.bridge)} of bridges, ${percent(coverage.aa)} of A/A rows`,
    );
    for (const [role, share] of Object.entries(coverage)) {
      // 94.5 % is promised, and with kinds what was seen. The tolerance is 3 standard errors of the count; each run has ten cells.
      const error = Math.sqrt((0.05 * 0.95) / (RUNS * (role === "cell" ? 10 : 1)));
      const least = role === "aa" ? 0.945 : (machine.least ?? 0.945);
      assert.ok(share >= least - 3 * (role === "cell" ? 0 : error), `${role}: ${percent(share)}`);
    }
  });
}
