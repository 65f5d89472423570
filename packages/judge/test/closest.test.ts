import assert from "node:assert/strict";
import { test } from "node:test";
import { duetName } from "@deadheat/journal";
import { apartIn } from "../src/result/apart.ts";
import { closestIn } from "../src/result/closest.ts";
import { roundRecord } from "../../journal/test/records.ts";

const pair = (a: string, b: string, p: number, verdict: "faster" | "undecided") => ({
  targets: [a, b] as const,
  verdict,
  p,
});

test("the targets of the pair with the smallest open p value come first, whoever is ahead", () => {
  const compared = [
    pair("a", "b", 0.2, "undecided"),
    pair("a", "c", 0.06, "undecided"),
    pair("b", "d", 0.01, "faster"),
  ];
  const found = Object.fromEntries(closestIn({ compared }));
  assert.deepEqual(found, { a: 0.06, b: 0.2, c: 0.06 });
  const turned = compared.map((one) => ({ ...one, targets: one.targets.toReversed() as never }));
  assert.deepEqual(Object.fromEntries(closestIn({ compared: turned })), found);
});

/** Returns the part of a result that `apartIn` reads: one cell, with three rounds on each of these machines. */
function resultOf(machines: Readonly<Record<string, number>>, spread: number, tau: number | null) {
  const rounds = Object.entries(machines).flatMap(([instance, ratio], k) =>
    [-1, 0, 1].map((sign, i) => {
      const of = ratio * Math.exp(sign * spread);
      return roundRecord("koa/node", "node-http/node", 3 * k + i + 1, of, { instance });
    }),
  );
  const cells = [{ efficiency: { toFloor: { rounds } } }];
  const between = { tau, df: tau === null ? null : 4, duets: [] };
  return { name: duetName(rounds[0]!), result: { cells, between } as never };
}

test("a pair goes to another machine if machines differ more than its rounds", () => {
  const { name, result } = resultOf({ m1: 0.5, m2: 0.52 }, 0.005, 0.02);
  assert.deepEqual(Object.fromEntries(apartIn(result)), { [name]: ["m1", "m2"] });
  const noisy = resultOf({ m1: 0.5, m2: 0.52 }, 0.1, 0.02);
  assert.equal(apartIn(noisy.result).size, 0, "more rounds are what it lacks");
  const unknown = resultOf({ m1: 0.5, m2: 0.52 }, 0.005, null);
  assert.equal(apartIn(unknown.result).size, 0);
});
