import assert from "node:assert/strict";
import { test } from "node:test";
import { exact, widened } from "@deadheat/stats";
import type { Ranking } from "../src/rank.ts";
import { byCertainty } from "../src/known.ts";
import { known, rankOf } from "./rankings.ts";

const shown = ({ order }: Ranking) =>
  order.map(
    ({ target, rank: own, tieGroup }) =>
      `${target} ${[...new Set(own)].join("-")} ${tieGroup.join("")}`,
  );

test("a rank interval counts the cells that are certainly faster and certainly slower", () => {
  const ranking = rankOf({
    "a/node": known(1, 0.005),
    "b/node": known(0.995, 0.005),
    "c/node": known(0.7, 0.005),
    "vague/node": known(0.9, 0.3),
  });
  // The vague cell has the higher ratio of the two and is still not above the other.
  assert.deepEqual(shown(ranking), [
    "a/node 1-3 a",
    "b/node 1-3 a",
    "vague/node 1-4 ",
    "c/node 3-4 ",
  ]);
  assert.deepEqual([ranking.pairs, ranking.decided], [6, 2]);
  assert.deepEqual(ranking.ties, [["a/node", "b/node"]]);
  assert.deepEqual(ranking.undecided.map(({ targets }) => targets.toSorted().join()).toSorted(), [
    "a/node,vague/node",
    "b/node,vague/node",
    "c/node,vague/node",
  ]);
});

test("equal but vague cells are undecided, not a tie, with the number of further rounds", () => {
  const { ties, decided, undecided } = rankOf({
    "a/node": known(1, 0.2),
    "b/node": known(1, 0.2),
  });
  assert.deepEqual([ties, decided], [[], 0]);
  const [pair] = undecided;
  // Two standard errors of 0.2 * sqrt(2 / n) within ln 1.05: about 150 rounds of each.
  assert.ok(pair?.rounds && pair.rounds > 50 && pair.rounds < 300, String(pair?.rounds));
});

test("a proven difference within the margin is a difference, not a tie", () => {
  const { decided, ties } = rankOf({
    "a/node": known(1, 0.0005),
    "b/node": known(0.99, 0.0005),
  });
  assert.deepEqual([decided, ties], [1, []]);
});

test("letters follow the table: the first tie has a, chains have two, and no letter has one cell", () => {
  const ranking = rankOf({
    "a/node": known(1.2, 0.005),
    "b/node": known(1.015, 0.0206),
    "c/node": known(1, 0.0206),
    "d/node": known(0.985, 0.0206),
  });
  assert.deepEqual(ranking.ties, [
    ["b/node", "c/node"],
    ["c/node", "d/node"],
  ]);
  assert.deepEqual(
    ranking.order.map(({ tieGroup }) => tieGroup.join("")),
    ["", "a", "ab", "b"],
  );
});

test("a wide bridge blurs comparisons across runtimes, and not those within a runtime", () => {
  const cells = {
    "a/bun": known(1, 0.005),
    "b/bun": known(0.9, 0.005),
    "c/node": known(0.95, 0.005),
  };
  const across = rankOf(cells, [
    ["node", exact()],
    ["bun", known(1, 0.3)],
  ]);
  assert.deepEqual([across.decided, across.undecided.length], [1, 2]);
  const ranks = new Map(across.order.map(({ target, rank: own }) => [target, own]));
  assert.deepEqual(ranks.get("a/bun"), [1, 2]);
  assert.deepEqual(ranks.get("b/bun"), [2, 3]);
  assert.deepEqual(ranks.get("c/node"), [1, 3]);
});

test("no number of rounds is promised for a pair whose bridge carries more than the margin", () => {
  const cells = { "a/bun": known(1, 0.005), "c/node": known(1, 0.005) };
  const rounds = (carried: number) => {
    const bun = widened(known(1, 0.005), carried ** 2);
    const { undecided } = rankOf(cells, [
      ["node", exact()],
      ["bun", bun],
    ]);
    return undecided.map((pair) => pair.rounds);
  };
  assert.deepEqual(rounds(0.05), [null]);
  assert.deepEqual(rounds(0), []);
});

test("no cell and a single cell can be ranked", () => {
  const none = rankOf({});
  assert.deepEqual([none.order, none.pairs, none.undecided], [[], 0, []]);
  assert.deepEqual(shown(rankOf({ "a/node": known(1, 0.1) })), ["a/node 1 "]);
});

const place = (target: string, from: number, to: number) => {
  return { target, rank: [from, to] as const };
};

test("cells are sorted by their worst rank, then their best, and unranked cells come last", () => {
  const cells = [{ target: "x", rank: null }, place("c", 2, 3), place("b", 1, 3), place("a", 2, 2)];
  assert.deepEqual(
    cells.toSorted(byCertainty).map(({ target }) => target),
    ["a", "b", "c", "x"],
  );
});
