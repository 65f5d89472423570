import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { tieGroups } from "../src/index.ts";

/** Returns a relation that is given by the pairs that differ. */
const differing =
  (...pairs: readonly (readonly [number, number])[]) =>
  (i: number, j: number): boolean =>
    pairs.some(([a, b]) => (a === i && b === j) || (a === j && b === i));

const display = (count: number, differs: (i: number, j: number) => boolean): string =>
  tieGroups(count, differs)
    .map((letters) => letters.join(""))
    .join(" ");

/** Random symmetric relations of up to 10 items, as an upper triangle of bits. */
const relation = fc
  .integer({ min: 0, max: 10 })
  .chain((count) =>
    fc.record({
      count: fc.constant(count),
      bits: fc.array(fc.boolean(), { minLength: count * count, maxLength: count * count }),
    }),
  )
  .map(({ count, bits }) => ({
    count,
    differs: (i: number, j: number) => bits[Math.min(i, j) * count + Math.max(i, j)]!,
  }));

test("all equal, all different, none", () => {
  const different = () => true;
  assert.equal(display(3, differing()), "a a a");
  assert.equal(display(3, different), "a b c");
  assert.equal(display(1, different), "a");
  assert.deepEqual(tieGroups(0, different), []);
});

test("overlapping groups, as in the usual picture of the method", () => {
  // First and last differ, and the middle item ties with both.
  assert.equal(display(3, differing([0, 2])), "a ab b");
  assert.equal(display(4, differing([0, 2], [0, 3], [1, 3])), "a ab bc c");
  assert.equal(display(4, differing([0, 3], [1, 2])), "ab ac bd cd");
});

test("sweeping removes letters that show no tie of their own", () => {
  // Triangle 0-1-2 with a further tie on each side (0-1-3, 0-2-4, 1-2-5): the triangle needs no letter of its own.
  const groups = display(6, differing([0, 5], [1, 4], [2, 3], [3, 4], [3, 5], [4, 5]));
  assert.equal(groups, "ab ac bc a b c");
});

test("two items share a letter if and only if they do not differ", () => {
  fc.assert(
    fc.property(relation, ({ count, differs }) => {
      const letters = tieGroups(count, differs);
      assert.equal(letters.length, count);
      for (let i = 0; i < count; i++) {
        assert.ok(letters[i]!.length > 0);
        for (let j = i + 1; j < count; j++) {
          const shared = letters[i]!.some((each) => letters[j]!.includes(each));
          assert.equal(shared, !differs(i, j), `items ${i} and ${j}`);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("no letter can be left out, and letters appear in the order of the items", () => {
  fc.assert(
    fc.property(relation, ({ count, differs }) => {
      const letters = tieGroups(count, differs);
      const all = [...new Set(letters.flat())];
      assert.deepEqual(all, all.toSorted());
      for (const [i, own] of letters.entries()) {
        assert.deepEqual(own, own.toSorted());
        for (const spare of own) {
          const rest = own.filter((each) => each !== spare);
          const lost = letters.some(
            (other, j) =>
              j !== i && other.includes(spare) && !other.some((each) => rest.includes(each)),
          );
          assert.ok(rest.length === 0 || lost, `item ${i} could do without ${spare}`);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("each pair is asked once, the better item first", () => {
  const asked: string[] = [];
  tieGroups(4, (i, j) => {
    asked.push(`${i}${j}`);
    return true;
  });
  assert.deepEqual(asked, ["01", "02", "03", "12", "13", "23"]);
});

test("letters of more than 26 groups stay readable in a row", () => {
  const letters = tieGroups(60, () => true).flat();
  assert.equal(new Set(letters).size, 60);
  assert.deepEqual(letters.slice(24, 28), ["y", "z", "A", "B"]);
  assert.deepEqual(letters.slice(51, 54), ["Z", "a2", "b2"]);
});

test("60 estimates along a line are fast", () => {
  const letters = tieGroups(60, (i, j) => Math.abs(i - j) > 5);
  assert.deepEqual(letters[0], ["a"]);
  assert.equal(new Set(letters.flat()).size, 55);
});
