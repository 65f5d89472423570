import assert from "node:assert/strict";
import { test } from "node:test";
import { firstOf } from "@deadheat/judge/known";
import { firstWords, pairWords } from "../src/words/first.ts";

const place = (target: string, from: number, to: number) => {
  return { target, rank: [from, to] as const };
};

test("the first sentence states what is certain", () => {
  const said = (...cells: Parameters<typeof firstOf>[0]) => {
    const first = firstOf(cells);
    return first && firstWords(first);
  };
  assert.equal(said(), null);
  assert.equal(said({ target: "a", rank: null }), null);
  assert.equal(said(place("a", 1, 1)), "a is the only ranked target");
  assert.equal(said(place("a", 1, 1), place("b", 2, 2)), "a is the fastest");
  assert.equal(
    said(place("a", 1, 2), place("b", 1, 2)),
    "No target is proven faster than any other",
  );
  assert.equal(
    said(place("a", 1, 3), place("b", 1, 3), place("c", 1, 4), place("d", 3, 4)),
    "No single winner: any of 3 of 4 targets may be the fastest. Proven to be among the first 3: a, b",
  );
  const many = Array.from({ length: 11 }, (_, i) => place(`t${i}`, 1, 11));
  assert.match(
    said(...many, place("last", 12, 12)) ?? "",
    /any of these 11 of 12 .*: t0, .*, t7 and 3 more/,
  );
  assert.equal(
    pairWords(1081, 469, 1, 611, 0.05),
    "1,081 pairs: 469 decided, 1 tie (within ± 5 %), 611 undecided",
  );
});
