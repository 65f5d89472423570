// Two neighbours, as two releases are: nothing was chosen, so clear rounds of the two need no others to confirm them.
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { namedBy, simulate, spreads } from "./bisect-search.ts";

const searches = Number(process.env["BISECT_SEARCHES"] ?? 60) * 20;

for (const spread of spreads) {
  const run = (by: number) =>
    Array.from({ length: searches }, (_, seed) =>
      simulate({ size: 2, steps: by === 0 ? [] : [[1, by]], ...spread }, seed),
    );
  test(`of equal neighbours at most 1 in 200 is named, ${JSON.stringify(spread)}`, (t) => {
    const named = run(0).filter((one) => namedBy(one).length > 0).length;
    t.diagnostic(`${named} of ${searches}`);
    assert.ok(named <= searches / 200 + 3 * Math.sqrt(searches / 200), `${named} of ${searches}`);
  });

  test(`a neighbour that is 15 % slower is named, ${JSON.stringify(spread)}`, (t) => {
    const all = run(0.15);
    const named = all.filter((one) => String(namedBy(one)) === "1").length;
    const rounds = all.map((one) => one.rounds).toSorted((a, b) => a - b)[searches >> 1];
    t.diagnostic(`${named} of ${searches}, ${rounds} rounds`);
    assert.ok(named >= 0.99 * searches, `${named} of ${searches}`);
  });
}
