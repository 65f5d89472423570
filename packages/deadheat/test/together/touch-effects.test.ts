import assert from "node:assert/strict";
import { test } from "node:test";
import { changesIn } from "../../src/touch/changes.ts";
import { areContained } from "../../src/touch/effects.ts";

/** Returns the changes between two versions of a handler, in a script with others. */
function changesOf(before: string, after: string) {
  const script = (handler: string) => ({
    file: "routes.js",
    source: `const cache = new Map();\nroutes.one = () => 1;\nroutes.two = ${handler};\nroutes.three = (x) => x.map((y) => y);`,
  });
  return changesIn({ base: [script(before)], new: [script(after)] });
}

const isContained = (before: string, after: string) =>
  areContained(changesOf(before, after).replaced);

test("a function that uses what it used before, and writes nothing outside, is contained", () => {
  const before = "(req, res) => { const list = find(req.id); res.json(list); }";
  const contained = [
    "(req, res) => { const list = find(req.id); for (let i = 0; i < 9; i++) Math.sqrt(i); res.json(list); }",
    "(req, res) => { const list = find(req.id); const out = []; out.push(JSON.stringify(list)); res.json(out); }",
    "(req, res) => { const list = find(req.id); const seen = new Set(); seen.add(1); res.json([...list].sort()); }",
    "(req, res) => { const list = find(req.id); const text = {}; text.a = [1]; res.json(text, list); }",
  ];
  for (const after of contained) assert.ok(isContained(before, after), after);
});

test("a function that may change what others use is not", () => {
  const before = "(req, res) => { const list = find(req.id); res.json(list); }";
  const spreading = [
    "(req, res) => { const list = find(req.id); list.push(1); res.json(list); }",
    "(req, res) => { const list = find(req.id); list.total = 1; res.json(list); }",
    "(req, res) => { const list = find(req.id); cache.set(req.id, list); res.json(list); }",
    "(req, res) => { const list = find(req.id); cacheOf(req).set(1, list); res.json(list); }",
    "(req, res) => { const list = find(req.id); total += 1; res.json(list); }",
    "(req, res) => { const list = find(req.id); ({ total } = list); res.json(list); }",
    "(req, res) => { const list = find(req.id); for (total of list); res.json(list); }",
    "(req, res) => { const list = find(req.id); delete list[0]; res.json(list); }",
    "(req, res) => { const list = find(req.id); let other = []; other = list; other.push(1); res.json(list); }",
    "(req, res) => { const list = find(req.id); req.app.cache = list; res.json(list); }",
    "(req, res) => { const list = find(req.id); warm(); res.json(list); }",
    "(req, res) => { const list = find(req.id, 100); res.json(list); }",
    "(req, res) => { const list = find(req.id); list.map.prototype; res.json(list); }",
    "(req, res) => { const list = find(req.id); eval('1'); res.json(list); }",
    "function (req, res) { this.last = find(req.id); res.json(this.last); }",
  ];
  for (const after of spreading) assert.ok(!isContained(before, after), after);
  // A function that wrote before may write more now, such as in a loop.
  assert.ok(!isContained("() => { cache.set(1, 1); }", "() => { for (;;) cache.set(1, 1); }"));
  // A function that nothing replaces has no use to compare.
  assert.ok(!isContained("() => 1", "() => 1; routes.four = () => cache"));
});

test("functions are compared by their own code, their place and that of their inner functions", () => {
  const countOf = (before: string, after: string) => {
    const { scripts } = changesOf(before, after);
    return [scripts.base, scripts.new].map(
      (one) => [...one.values()].flatMap(({ changed }) => [...changed]).length,
    );
  };
  assert.deepEqual(countOf("() => 1", "() => 2"), [1, 1]);
  assert.deepEqual(countOf("() => 1", "() => { /* one */ return 1; }"), [1, 1]);
  assert.deepEqual(countOf("() => 1 // one", "() => 1"), [0, 0]);
  assert.deepEqual(countOf("() => [].map(() => 1)", "() => [].map(() => 2)"), [1, 1]);
  assert.deepEqual(countOf("() => [].map(() => 1)", "() => [1].map(() => 1)"), [1, 1]);
  // The code around the functions has changed too.
  assert.deepEqual(countOf("() => 1", "() => 1;\nroutes.four = () => 4"), [1, 2]);
  // A script that cannot be parsed is one function.
  assert.deepEqual(countOf("() => 1", "() => {")[1], 1);
});
