import assert from "node:assert/strict";
import { test } from "node:test";
import { planWords } from "../../src/measure/plan-words.ts";

const planned = {
  scenario: "GET /",
  rule: { kind: "budget", budgetSeconds: 60 },
  each: 12,
  spread: 0.02,
} as const;

test("a plan with memory growth says which leaks the rounds can show, in and outside of the heap", () => {
  const cheap = planWords({ ...planned, growth: { lateResponses: 27_000, seconds: 4 } });
  assert.match(cheap, /^GET \/: a round takes about 12 s\. 5 rounds fit into 1 min, and can/);
  assert.match(cheap, /leaks above about 32 B per request, and above 622 B outside of the heap\.$/);
  const heavy = planWords({ ...planned, growth: { lateResponses: 900, seconds: 10 } });
  assert.match(heavy, /leaks above about 583 B per request, and above 18\.6 kB outside/);
  assert.doesNotMatch(planWords({ ...planned, growth: null }), /leak/);
});

test("a plan says once how long a single round takes", () => {
  const one = planWords({ ...planned, each: 98, growth: null });
  assert.match(
    one,
    /^GET \/: one round takes about 1 min 38 s, and can show differences above about /,
  );
  const rule = { kind: "rounds", rounds: 8 } as const;
  assert.match(
    planWords({ ...planned, rule, growth: null }),
    /12 s\. 8 rounds take about 1 min 36 s, and/,
  );
});
