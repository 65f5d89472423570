import assert from "node:assert/strict";
import { test } from "node:test";
import { nextAction, publishedPriors, type Line } from "../src/index.ts";
import { namedBy, simulate, type Truth } from "./bisect-search.ts";

const SEARCHES = 40;

const searched = (truth: Truth, seed = 0) =>
  Array.from({ length: SEARCHES }, (_, i) => simulate(truth, seed + i));

/** Returns the number of searches that name exactly these points. */
function rightOf(truth: Truth, points: readonly number[]): number {
  const named = searched(truth, 100).map(namedBy);
  return named.filter((own) => String(own) === String(points)).length;
}

test("two steps of 5 % are both named", () => {
  const steps = [
    [40, -0.05],
    [150, -0.05],
  ] as const;
  const right = rightOf({ size: 201, steps, sd: 0.01 }, [40, 150]);
  assert.ok(right >= 36, `${right} of ${SEARCHES}`);
});

/** Two steps of 5 %, one of 4 % and one that recovers it. */
const FOUR = [
  [30, -0.05],
  [80, -0.04],
  [120, 0.04],
  [170, -0.05],
] as const;

test("two steps of 5 %, one of 4 % and one that recovers it: all four are named with --all", () => {
  const steps = FOUR;
  // Rounds of node:http spread by 2.7 % on a virtual machine (docs/findings.md, "Why two processes of one program differ").
  for (const sd of [0.01, 0.027]) {
    const right = rightOf({ size: 201, steps, sd, all: 0.02 }, [30, 80, 120, 170]);
    assert.ok(right >= 36, `${right} of ${SEARCHES}, sd ${sd}`);
  }
});

test("a search for all steps is bounded: nine of ten take 450 rounds for four steps, and 225 if there is none", () => {
  for (const [steps, most] of [
    [FOUR, 450],
    [[], 225],
  ] as const) {
    const all = searched({ size: 201, steps, sd: 0.027, all: 0.02 });
    const rounds = all.map((one) => one.rounds).toSorted((a, b) => a - b);
    const [tenth, longest] = [rounds[SEARCHES * 0.9], rounds.at(-1)] as [number, number];
    assert.ok(tenth <= most, `${tenth} rounds, ${steps.length} steps`);
    assert.ok(longest <= 2 * most, `${longest} rounds, ${steps.length} steps`);
  }
});

test("a clear step takes four rounds of the ends, one of each test, and three to confirm it", () => {
  for (let seed = 0; seed < 20; seed++) {
    const one = simulate({ size: 7, steps: [[5, Math.log(4)]], sd: 0.02 }, seed);
    assert.deepEqual([namedBy(one), one.rounds], [[5], 7 + one.steps]);
  }
});

test("if the ends are on two branches, both are searched", () => {
  const steps = [
    [7, -0.05],
    [60, -0.06],
  ] as const;
  const right = rightOf({ size: 101, fork: 20, steps, sd: 0.01 }, [7, 60]);
  assert.ok(right >= 36, `${right} of ${SEARCHES}`);
});

test("equal ends are recognized after the rounds of the ends, and nothing is named", () => {
  const all = searched({ size: 201, steps: [], sd: 0.02 });
  const none = all.filter(({ found, steps }) => found.length === 0 && steps === 0).length;
  assert.ok(none >= 34, `${none} of ${SEARCHES}`);
});

test("candidates that cannot be measured are skipped; directly before the step they make it a range", () => {
  const skipped = [98, 99, 100];
  const { found } = simulate({ size: 201, steps: [[100, -0.06]], sd: 0.01, skipped }, 1);
  assert.deepEqual(
    found.map(({ from, to }) => [from, to]),
    [[97, 101]],
  );
});

/** Returns twelve rounds around a log ratio, this far apart. */
const twelve = (by: number, apart = 0.001) =>
  Array.from({ length: 12 }, (_, i) => by + apart * (i - 5.5));

/** Returns the next action on a line whose ends differ by 10 %, as `kind from..to`. */
function actionOn(own: Partial<Line> & Pick<Line, "size">, threshold: number | null = null) {
  const { size } = own;
  const line: Line = {
    fork: null,
    duets: new Map([[`0..${size - 1}`, twelve(0.1)]]),
    skipped: new Set(),
    sameAs: new Map(),
    confirmations: new Map(),
    usual: publishedPriors.cpu,
    ...own,
  };
  const action = nextAction(line, { threshold, size: null, all: false, confirm: true });
  return action.kind === "done" ? "done" : `${action.kind} ${action.from}..${action.to}`;
}

test("a candidate with the code of another needs no rounds of its own", () => {
  assert.equal(actionOn({ size: 3, sameAs: new Map([[1, 0]]) }), "confirm 1..2");
});

test("a threshold counts in the direction of the whole difference, for a slowdown and a speedup", () => {
  for (const sign of [1, -1]) {
    const duets = (middle: number) => {
      return new Map([
        ["0..2", twelve(0.1 * sign)],
        ["0..1", twelve(middle * sign, 0.017)],
      ]);
    };
    assert.equal(actionOn({ size: 3, duets: duets(0.04) }, 0.02), "confirm 0..1");
    assert.equal(actionOn({ size: 3, duets: duets(0.04) }, 0.07), "confirm 1..2");
  }
});

test("the same rounds lead to the same action, so that a search can be resumed", () => {
  const one = simulate({ size: 201, steps: [[77, -0.06]], sd: 0.02 }, 5);
  assert.deepEqual(simulate({ size: 201, steps: [[77, -0.06]], sd: 0.02 }, 5), one);
});

test("two steps among a dozen versions, with rounds that spread by 1.8 %: mostly both are named, and hardly ever a wrong one", () => {
  const steps = [
    [5, -0.024],
    [8, -0.027],
  ] as const;
  const named = Array.from({ length: 200 }, (_, seed) =>
    namedBy(simulate({ size: 14, steps, sd: 0.018 }, seed)),
  );
  const both = named.filter((own) => String(own) === "5,8").length;
  const wrong = named.filter((own) => own.some((at) => at !== 5 && at !== 8)).length;
  // 125 if points have duets with the base end alone; 108 if a point off both levels does not get twelve rounds.
  assert.ok(both >= 150, `${both} of 200`);
  assert.ok(wrong <= 10, `${wrong} of 200`);
});
