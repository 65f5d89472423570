import assert from "node:assert/strict";
import { test } from "node:test";
import type { HeapNode } from "@deadheat/journal";
import { attributeHeap, attributeStart, type PlaceOf } from "../src/index.ts";

const frame = (functionName: string) => ({
  functionName,
  url: functionName.startsWith("(") ? "" : "/app.js",
  lineNumber: 0,
  columnNumber: 0,
});
const placeOf: PlaceOf = ({ functionName: name }) =>
  name === "profiler"
    ? null
    : { kind: "app", package: ".", file: "app.js", name, line: 1, id: name };

test("a sample of a start counts half of the time before it and half of the time after it", () => {
  const nodes = ["(root)", "load", "(idle)", "profiler"].map((name, i) => ({
    id: i + 1,
    callFrame: frame(name),
    children: i === 0 ? [2, 3, 4] : [],
  }));
  const profile = {
    nodes,
    startTime: 0,
    endTime: 5000,
    samples: [2, 3, 2, 4],
    timeDeltas: [1000, 1000, 2000, 1000],
  };
  const { self, total } = attributeStart(profile, 0.02, placeOf);
  assert.deepEqual(
    [...self].map(([name, seconds]) => [name, Number(seconds.toFixed(6))]),
    [
      ["(boot)", 0.02],
      ["load", 0.0025],
    ],
  );
  assert.equal(total.get("load"), self.get("load"));
});

test("of two profiles of a heap, the bytes of the earlier one are subtracted", () => {
  const node = (name: string, selfSize: number, children: HeapNode[] = []): HeapNode => ({
    callFrame: frame(name),
    selfSize,
    children,
  });
  const earlier = { head: node("(root)", 0, [node("a", 10, [node("b", 5)])]) };
  const later = { head: node("(root)", 0, [node("a", 10, [node("b", 25), node("c", 1)])]) };
  const { self, total, paths } = attributeHeap([later], placeOf, {
    garbageBytes: 7,
    earlier: [earlier],
  });
  assert.deepEqual(Object.fromEntries(self), { "(garbage)": 7, a: 0, b: 20, c: 1 });
  assert.equal(total.get("a"), 21);
  assert.equal(paths.seconds, 28);
});
