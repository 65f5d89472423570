import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import {
  attribute,
  explainRounds,
  explainedSchema,
  explanationOf,
  mergeProfiles,
} from "../src/index.ts";
import { close as near } from "../../stats/test/support.ts";
import { documentOf, roundsOf, placeOf, profileOf, sideOf } from "./explain-rounds.ts";

test("self time goes to the innermost function, total time to each function once", () => {
  const { self, total } = attribute(
    [
      profileOf([
        ["k/a.js:f > k/a.js:g", 4],
        ["k/a.js:f", 2],
        ["k/a.js:f > k/a.js:g > k/a.js:f", 1],
      ]),
    ],
    placeOf,
  );
  near(self.get("k/a.js:f") ?? 0, 3 * 0.0005);
  near(self.get("k/a.js:g") ?? 0, 4 * 0.0005);
  near(total.get("k/a.js:f") ?? 0, 7 * 0.0005);
  near(total.get("k/a.js:g") ?? 0, 5 * 0.0005);
});

test("samples in which nothing runs, and those of the profiler itself, count nothing", () => {
  const { paths, self } = attribute(
    [
      profileOf([
        ["(idle)", 50],
        ["profiler > post", 3],
        ["k/a.js:f", 2],
      ]),
    ],
    placeOf,
  );
  near(paths.seconds, 2 * 0.0005);
  assert.deepEqual([...self.keys()], ["k/a.js:f"]);
});

test("a wait for the CPU is no time of the function that ran after it", () => {
  const profile = profileOf([["k/a.js:f", 4]]);
  const waited = { ...profile, timeDeltas: [500, 40_000, 500, 500] };
  near(attribute([waited], placeOf).self.get("k/a.js:f") ?? 0, 4 * 0.0005);
});

test("a damaged profile ends: nodes that are named twice, or that do not exist", () => {
  const profile = profileOf([["k/a.js:f > k/a.js:g", 4]]);
  const [root, first, second] = profile.nodes;
  first!.children = [3, 3, 99];
  second!.children = [2];
  assert.ok(attribute([profile], placeOf).paths.seconds > 0);
  assert.equal(mergeProfiles([profile]).samples.length, 4);
  assert.ok(root);
});

test("merged profiles keep each call path and every sample", () => {
  const one = profileOf([
    ["k/a.js:f > k/a.js:g", 3],
    ["(idle)", 1],
  ]);
  const two = profileOf([
    ["k/a.js:f", 2],
    ["k/a.js:f > k/a.js:g", 1],
  ]);
  const merged = mergeProfiles([one, two]);
  assert.equal(merged.samples.length, 7);
  const both = attribute([merged], placeOf);
  near(both.self.get("k/a.js:g") ?? 0, 4 * 0.0005);
  near(both.self.get("k/a.js:f") ?? 0, 2 * 0.0005);
});

const spread = [0, 2, -1, 1, -2, 1, 0, -1];
const wobble = (i: number) => spread[i % spread.length]!;

test("what only one version calls is named new or gone, and the rows add up to the CPU time", () => {
  const common = (i: number) =>
    [
      ["k/a.js:f", 400 + wobble(i)],
      ["native", 300 - wobble(i)],
    ] as const;
  const rounds = roundsOf(
    8,
    (i) => [...common(i), ["lru/index.js:get", 20 + wobble(i)]],
    (i) => [
      ...common(i + 1),
      ["mime/index.js:charset", 60 + wobble(i)],
      ["mime/index.js:lookup", 30 - wobble(i)],
    ],
  );
  const found = explainRounds(rounds, 0.05);
  const named = found.functions.filter((one) => one.named);
  assert.deepEqual(
    named.map(({ name, state }) => [name, state]),
    [
      ["charset", "new"],
      ["lookup", "new"],
      ["get", "gone"],
    ],
  );
  for (const which of ["base", "new"] as const) {
    near(
      found.functions.reduce((sum, { self }) => sum + self[which], 0),
      found.whole[which],
    );
    near(
      found.kinds.reduce((sum, { cost }) => sum + cost[which], 0),
      found.whole[which],
    );
  }
  assert.ok(Math.abs((found.explained ?? 0) - 1) < 0.1);
  assert.deepEqual(
    found.packages.slice(0, 2).map(({ name }) => name),
    ["mime", "lru"],
  );
});

test("a rename is guessed if a file has one function that is gone and one that is new, and both cost alike", () => {
  const found = (after: number, ...more: (readonly [string, number])[]) =>
    explainRounds(
      roundsOf(
        4,
        (i) => [
          ["k/a.js:before", 100 + wobble(i)],
          ["native", 900],
        ],
        (i) => [["k/a.js:after", after - wobble(i)], ["native", 900], ...more],
      ),
      0.05,
    ).functions.find(({ name }) => name === "after");
  assert.equal(found(105)?.renamedFrom, "before");
  assert.equal(found(105)?.state, "both");
  assert.equal(found(300)?.renamedFrom, undefined, "the costs differ");
  assert.equal(found(105, ["k/a.js:other", 50])?.renamedFrom, undefined, "two are new");
});

test("a function that moved to another file of its package is one row, whatever it costs", () => {
  const found = (...base: (readonly [string, number])[]) =>
    explainRounds(
      roundsOf(
        4,
        (i) => [
          ["k/lib/a.js:parse", 100 + wobble(i)],
          ["k/lib/a.js:t", 50],
          ["native", 900],
          ...base,
        ],
        (i) => [
          ["k/index.js:parse", 300 - wobble(i)],
          ["k/index.js:t", 50],
          ["native", 900],
        ],
      ),
      0.05,
    ).functions.filter(({ file }) => file !== null);
  const rows = found().map(({ name, file, state }) => [name, file, state]);
  assert.deepEqual(
    rows.filter(([name]) => name === "parse"),
    [["parse", "index.js", "both"]],
  );
  assert.equal(rows.filter(([name]) => name === "t").length, 2, "a minifier's name says nothing");
  const twice = found(["k/lib/b.js:parse", 80]).map(({ name, state }) => [name, state]);
  assert.deepEqual(
    twice
      .filter(([name]) => name === "parse")
      .map(([, state]) => state)
      .toSorted(),
    ["gone", "gone", "new"],
    "nobody knows which of the two moved",
  );
  const [scoped] = explainRounds(
    roundsOf(
      4,
      () => [["@old/k/a.js:evaluate", 100]],
      () => [["@new/k/a.js:evaluate", 100]],
    ),
    0.05,
  ).functions;
  assert.deepEqual(
    [scoped?.package, scoped?.state],
    ["@new/k", "both"],
    "a package moved to a scope",
  );
});

test("time that the profiler did not see is a row, and so are the threads of compilers", () => {
  const side = () =>
    sideOf([["k/a.js:f", 100]], {
      cpuSeconds: 0.08,
      helperSeconds: 0.01,
      plain: { good: 1000, cpuSeconds: 0.08 },
    });
  const { kinds, seen } = explainRounds([{ base: side(), new: side() }], 0.05);
  const base = Object.fromEntries(kinds.map(({ name, cost }) => [name, cost.base]));
  near(base.unseen ?? 0, 0.02e-3);
  near(base.threads ?? 0, 0.01e-3);
  near(seen.base, 0.75);
});

test("samples beyond the CPU clock are scaled down, so that nothing is seen less than never", () => {
  const side = (cpuSeconds: number) =>
    sideOf([["k/a.js:f", 100]], { cpuSeconds, plain: { good: 1000, cpuSeconds } });
  const { kinds, functions, seen } = explainRounds([{ base: side(0.04), new: side(0.05) }], 0.05);
  near(seen.base, 1.25);
  for (const { cost } of kinds.filter(({ name }) => name === "unseen")) {
    near(cost.base, 0);
    near(cost.new, 0);
  }
  const only = functions.find(({ file }) => file !== null);
  assert.ok((only?.self.base ?? 1) < (only?.self.new ?? 0), "the clock decides the amount");
});

test("the metrics are corrected for what profiling costs, by the same factor on both sides", () => {
  const side = (plain: number) =>
    sideOf([["k/a.js:f", 100]], { plain: { good: 1000, cpuSeconds: plain } });
  const { whole, overhead } = explainRounds([{ base: side(0.04), new: side(0.04) }], 0.05);
  near(overhead.base, 0.25);
  near(whole.base, 0.04e-3);
  near(whole.new, 0.04e-3);
});

test("an explanation ends at the planned looks, early only if it explains the difference", () => {
  const small = (i: number) => [["k/a.js:f", 400 + wobble(i)]] as const;
  const more = (i: number) => [...small(i + 1), ["k/a.js:g", 50 + wobble(i)]] as const;
  const told = roundsOf(8, small, more);
  assert.equal(explanationOf(told.slice(0, 7), 1000, 7), null, "no look is planned after 7 rounds");
  assert.equal(explanationOf(told, 1000, 8)?.level, 0.006);
  assert.equal(explanationOf(roundsOf(8, small, small), 1000, 8), null, "nothing is explained");
  assert.equal(
    explanationOf(roundsOf(5, small, small), 5, 5)?.level,
    0.045,
    "the budget has ended",
  );
});

test("a function of the runtime has the nearest caller in the compared package, with its whole time", () => {
  const rounds = roundsOf(
    8,
    (i) => [["app:handle > pkg:verify", 400 + wobble(i)]],
    (i) => [
      ["app:handle > pkg:verify", 400 + wobble(i + 1)],
      ["app:handle > pkg:verify > node:createKey", 60 + wobble(i)],
      ["app:handle > pkg:verify > node:createKey > init", 90 + wobble(i)],
      ["app:handle > node:createKey", 20 + wobble(i)],
    ],
  );
  const { functions } = explainRounds(rounds, 0.05);
  const [init, create] = functions;
  assert.deepEqual([init?.name, create?.name], ["init", "createKey"]);
  for (const one of [init, create]) {
    assert.equal(one?.caller?.name, "verify");
    assert.ok((one?.caller?.total.difference ?? 0) > 145 * 0.0005e-3);
  }
  assert.equal(init?.directCaller?.name, "createKey");
  assert.equal(functions.find(({ name }) => name === "verify")?.caller, null);
});

test("time that moves between a function and its callee is marked, and more time is not", () => {
  const movedIn = (inlined: number) => {
    const rounds = roundsOf(
      8,
      (i) => [
        ["k/a.js:f", 100 + wobble(i)],
        ["k/a.js:f > k/b.js:g", 100 + wobble(i + 1)],
        ["native", 800],
      ],
      (i) => [
        ["k/a.js:f", 100 + inlined + wobble(i)],
        ["k/a.js:f > k/b.js:g", 60 - wobble(i)],
        ["native", 800],
      ],
    );
    const { functions } = explainRounds(rounds, 0.05);
    return functions.filter(({ moved }) => moved).map(({ name }) => name);
  };
  assert.deepEqual(movedIn(40).toSorted(), ["f", "g"]);
  assert.deepEqual(movedIn(200), ["g"], "f takes much more than g gives back");
});

test("kinds are tested apart from functions: many small changes are one large change", () => {
  const many = (more: number) => (i: number) => [
    ...Array.from({ length: 60 }, (_, f) => {
      const own = 30 + more + 12 * Math.sin(37 * f + 11 * i + more);
      return [`k/${f}.js:f${f}`, Math.round(own)] as const;
    }),
    ["native", 1000] as const,
  ];
  const { functions, kinds, packages } = explainRounds(roundsOf(8, many(0), many(2)), 0.05);
  assert.deepEqual(
    functions.filter(({ named }) => named),
    [],
  );
  assert.equal(kinds.find(({ name }) => name === "dependency")?.named, true);
  assert.equal(packages.find(({ name }) => name === "k")?.named, true);
});

test("the document of an explanation follows its schema", () => {
  const rounds = roundsOf(
    3,
    () => [["k/a.js:f", 400]],
    () => [["k/a.js:f > k/a.js:g", 400]],
  );
  const document = documentOf(rounds);
  assert.deepEqual(v.parse(explainedSchema, JSON.parse(JSON.stringify(document))), document);
});
