import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoundRecord, Checkpoint } from "@deadheat/journal";
import {
  roundsWanted,
  gatesOf,
  growthGains,
  growthSamplesOf,
  isOff,
  logRatios,
  worstOutcome,
  type Growth,
  type Stopping,
} from "../src/index.ts";
import { threeErrors } from "../../stats/test/support.ts";
import { around, judged } from "./around.ts";
import { normalFrom } from "./normal.ts";

const RESPONSES = 10_000;

/** A server's bytes a response in each of six loads, in its heap and outside of it. */
interface Leaving {
  readonly heap: number | readonly number[];
  readonly native?: number;
}

function checkpoints(
  { heap, native = 0 }: Leaving,
  noise: () => number,
  { restless = 30_000, responses = RESPONSES } = {},
): Checkpoint[] {
  let [live, outside] = [12e6, 70e6];
  return Array.from({ length: 7 }, (_, i) => {
    if (i > 0) {
      live += responses * (typeof heap === "number" ? heap : (heap[i - 1] ?? 0));
      outside += responses * native;
    }
    const seen = live + restless * noise();
    // The resident memory is as restless as that of Bun.
    const resident = seen + outside + 4e6 * noise();
    return { responses: i === 0 ? 0 : responses, live: seen, resident };
  });
}

function rounds(
  base: Leaving,
  next: Leaving,
  {
    n = 8,
    seed = 1,
    ...options
  }: { n?: number; seed?: number; restless?: number; responses?: number } = {},
): RoundRecord[] {
  const normal = normalFrom(seed);
  const noise = () => normal(0, 1);
  return around(1, 0.004, n).map((record): RoundRecord => {
    const sides = {
      base: checkpoints(base, noise, options),
      new: checkpoints(next, noise, options),
    };
    return { ...record, further: { latency: [], cost: [], growth: { void: null, sides } } };
  });
}

const isGrowing = ({ verdict }: Growth["base"]) => verdict === "grows";

function growthOf(records: readonly RoundRecord[], rule?: Stopping): Growth {
  const { growth } = judged(records, rule);
  assert.ok(growth !== undefined);
  return growth;
}

test("a leak grows, a server that keeps nothing is steady", () => {
  const {
    base,
    new: next,
    difference,
    of,
    n,
    responses,
  } = growthOf(rounds({ heap: 1 }, { heap: 320 }));
  assert.equal(base.verdict, "steady");
  assert.equal(next.verdict, "grows");
  assert.equal(of, "live");
  assert.equal(n, 8);
  assert.deepEqual(responses, { base: 480_000, new: 480_000 });
  assert.ok(next.lo < 320 && 320 < next.hi, `${next.lo} to ${next.hi}`);
  assert.ok(difference.lo < 319 && 319 < difference.hi && difference.hi - difference.lo < 10);
  assert.equal(difference.verdict, "more");
  assert.equal(growthOf(rounds({ heap: 320 }, { heap: 1 })).difference.verdict, "less");
  assert.equal(growthOf(rounds({ heap: 320 }, { heap: 320 })).difference.verdict, "same");
});

test("growth that ends is a plateau, growth that slows down is not", () => {
  const cache = growthOf(rounds({ heap: 0 }, { heap: [500, 400, 0, 0, 0, 0] }));
  assert.equal(cache.new.verdict, "plateau");
  assert.ok(cache.new.early > 100);
  assert.equal(cache.difference.verdict, "same", "a plateau is no difference in growth");
  const slowing = growthOf(rounds({ heap: 0 }, { heap: [500, 400, 300, 200, 150, 120] }));
  assert.equal(slowing.new.verdict, "grows");
  assert.ok(slowing.new.perResponse < 0.8 * slowing.new.early);
});

test("a table that doubles in some rounds hides no leak, and growth in jumps alone is not called steady", () => {
  const jumps = (each: number, jump: number): RoundRecord[] =>
    Array.from({ length: 6 }, (_, i) => {
      const heap = Array.from({ length: 6 }, (__, load) => each + (load === i ? jump : 0));
      const [record] = rounds({ heap: 0 }, { heap }, { n: 2, seed: i + 1 });
      return record as RoundRecord;
    });
  const doubling = growthOf(jumps(98, 330));
  assert.equal(doubling.new.verdict, "grows");
  assert.ok(doubling.new.lo > 90 && doubling.new.hi < 106, `${doubling.new.lo}`);
  assert.equal(doubling.difference.verdict, "more");
  const rare = growthOf(jumps(0, 330));
  assert.equal(rare.new.verdict, "undecided");
  assert.notEqual(rare.difference.verdict, "same");
  const rule: Stopping = { ...gate(20), budgetSeconds: 1 } as Stopping;
  assert.equal(growthOf(jumps(0, 330), rule).gate?.outcome, "undecided", "a gate does not pass it");
  assert.equal(growthOf(jumps(98, 330), rule).gate?.outcome, "failed");
});

test("resident memory takes over where it grows and the heap does not", () => {
  const growth = growthOf(rounds({ heap: 0 }, { heap: 0, native: 3000 }));
  assert.equal(growth.of, "resident");
  assert.equal(growth.new.verdict, "grows");
  assert.notEqual(growth.base.verdict, "grows");
  assert.equal(growth.difference.verdict, "more");
  assert.equal(growthOf(rounds({ heap: 0 }, { heap: 0 })).of, "live", "noise does not take over");
});

test("outside of Linux the heap alone is judged", () => {
  const records = rounds({ heap: 0 }, { heap: 320 }).map((record) => {
    const sides = record.further?.growth?.sides;
    assert.ok(sides);
    const blind = (own: readonly Checkpoint[]) => own.map((one) => ({ ...one, resident: null }));
    const growth = { void: null, sides: { base: blind(sides.base), new: blind(sides.new) } };
    return { ...record, further: { latency: [], cost: [], growth } };
  });
  assert.equal(growthOf(records).new.verdict, "grows");
});

test("few responses have a larger margin, and what they cannot show stays undecided", () => {
  const few = rounds({ heap: 0 }, { heap: 900 }, { responses: 100, restless: 60_000 });
  const { margin, new: next } = growthOf(few);
  assert.ok(margin > 800 && margin < 900, String(margin));
  assert.equal(next.verdict, "undecided");
  const much = rounds({ heap: 0 }, { heap: 10_000 }, { responses: 100, restless: 30_000 });
  assert.equal(growthOf(much).new.verdict, "grows");
});

test("of servers without growth, fewer than one in twenty is said to grow", () => {
  const runs = 400;
  // Noise of 300 kB is ten times what was measured.
  const all = Array.from({ length: runs }, (_, seed) =>
    growthOf(rounds({ heap: 2 }, { heap: 2 }, { n: 4, seed, restless: 300_000 })),
  );
  const grows = all.filter((one) => [one.base, one.new].some(isGrowing)).length;
  const differs = all.filter((one) => ["more", "less"].includes(one.difference.verdict)).length;
  assert.ok(grows <= 0.05 * runs, `${grows} of ${runs} grow`);
  assert.ok(differs <= 0.05 * runs, `${differs} of ${runs} differ`);
});

test("growth at the margin itself is called growth in at most one run of forty", () => {
  const runs = 400;
  const all = Array.from({ length: runs }, (_, seed) =>
    growthOf(rounds({ heap: 0 }, { heap: 16 }, { n: 5, seed, restless: 100_000 })),
  );
  const grows = all.filter((growth) => isGrowing(growth.new)).length;
  assert.ok(grows / runs < 0.025 + threeErrors(0.025, runs), `${grows} of ${runs}`);
});

const gate = (limit: number, family = 1): Stopping => {
  return { kind: "gate", limits: { "memory-growth": limit }, budgetSeconds: 1000, family };
};

test("a gate in bytes passes, fails or stays undecided, and decides when to stop", () => {
  const leaking = rounds({ heap: 0 }, { heap: 320 });
  const outcomeOf = (records: readonly RoundRecord[], rule: Stopping) => {
    const one = judged(records, rule);
    const [found, ...others] = gatesOf(one);
    assert.equal(others.length, 0);
    assert.equal(found?.metric, "memory-growth");
    assert.equal(worstOutcome([one]), found?.outcome);
    return found?.outcome;
  };
  assert.equal(outcomeOf(leaking, gate(100)), "failed");
  assert.equal(outcomeOf(leaking, gate(1000)), "passed");
  assert.equal(outcomeOf(leaking, gate(320)), "undecided");
  assert.equal(outcomeOf(rounds({ heap: 320 }, { heap: 0 }), gate(100)), "passed");
  const unseen = rounds({ heap: 0 }, { heap: 0, native: 350 });
  assert.equal(outcomeOf(unseen, gate(100)), "undecided", "resident memory cannot resolve it");
  // A heap that stays says nothing about memory that certainly grows outside of it.
  assert.equal(outcomeOf(rounds({ heap: 0 }, { heap: 0, native: 3000 }), gate(100)), "failed");
  const wanted = (records: readonly RoundRecord[], limit: number) => {
    const gains = () => growthGains(growthSamplesOf(records));
    return roundsWanted(gate(limit), logRatios(records), 48, gains);
  };
  assert.equal(wanted(leaking, 100), 8);
  assert.ok(wanted(leaking, 320) > 8);
  assert.ok((growthOf(leaking, gate(320)).gate?.moreRounds ?? 1) >= 1);
});

test("a control whose growth differs from its own is off", () => {
  const rule = gate(100);
  assert.equal(isOff(judged(rounds({ heap: 0 }, { heap: 0 }), rule)), false);
  assert.equal(isOff(judged(rounds({ heap: 0 }, { heap: 320 }), rule)), true);
});

test("growth that one round lacks is left out", () => {
  const records = rounds({ heap: 0 }, { heap: 320 });
  const [first, ...others] = records;
  assert.ok(first?.further);
  const growth = { void: "no process can be asked", sides: null };
  const broken = [{ ...first, further: { ...first.further, growth } }, ...others];
  assert.equal(judged(broken).growth, undefined);
  assert.equal(growthSamplesOf(broken).length, 0);
});
