import assert from "node:assert/strict";
import { test } from "node:test";
import { lineCoverage } from "../../src/descend/coverage.ts";
import type { Covered } from "../../src/touch/cover.ts";

const path = "node_modules/p/index.js";
const text = `exports.used = () => {
  const inner = function () {
    return 1;
  };
  return 2;
};
class Idle {
  work() {
    return 3;
  }
}
exports.about = Idle;
`;

const end = (of: string) => text.indexOf(of) + of.length;
const used: [number, number] = [text.indexOf("() =>"), end("return 2;\n}")];
const scripts = [{ id: "7", url: `file:///r/${path}`, source: text, ran: [used], startup: null }];
const report = [{ process: "1", startup: null, scripts }];
const covered = {
  scripts: new Map([["1 7", { file: path, source: text }]]),
  startup: [
    { ...report[0]!, scripts: [{ ...scripts[0]!, ran: [[0, text.length]] as [number, number][] }] },
  ],
  ready: [],
  turns: [[report], [report]],
  isSeenEnough: [true],
  cpuSeconds: [0],
} as unknown as Covered;

const lines = (first: number, count = 1) => ({ path, base: [0, 0], new: [first, count] }) as const;

test("lines ran if the innermost function around one of them did, at the start or for a request", () => {
  const { ran } = lineCoverage(covered, new Map([[path, text]]));
  assert.deepEqual(
    [5, 3, 9, 12, 1].map((line) => ran(lines(line))),
    [true, false, false, true, true],
  );
  assert.equal(ran(lines(9, 4)), true, "the last line is outside of the class");
});

test("lines of a file that is unknown, or runs as another text, may have run", () => {
  for (const texts of [new Map([[path, `${text}\n// other`]]), new Map<string, string>()]) {
    assert.equal(lineCoverage(covered, texts).ran(lines(9)), true);
  }
  assert.equal(lineCoverage(null, new Map([[path, text]])).ran(lines(9)), true);
});

test("functions have their own names, or those of what holds them", () => {
  const { functionAt } = lineCoverage(null, new Map([[path, text]]));
  assert.deepEqual(
    [3, 5, 9, 12].map((line) => functionAt(lines(line))),
    ["inner", "used", "work", null],
  );
  const sign = "node_modules/p/sign.js";
  const texts = new Map([[sign, "module.exports = function () {\n  return 1;\n};\n"]]);
  const { functionAt: at } = lineCoverage(null, texts);
  assert.equal(at({ path: sign, base: [0, 0], new: [2, 1] }), "sign", "`exports` says nothing");
});
