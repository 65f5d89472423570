import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawMap, importsOfAll, mapFile } from "../map.ts";

test("the picture of the packages matches their imports", () => {
  const drawn = readFileSync(mapFile, "utf8");
  assert.ok(drawn === drawMap(), "draw it anew: npx -y pnpm@12.21.0 exec node bench/map.ts");
});

test("measure and judge meet only in packages that drive both", () => {
  const graph = importsOfAll();
  const drivers = [...graph].filter(([, to]) => to.includes("measure") && to.includes("judge"));
  assert.deepEqual(
    drivers.map(([name]) => name),
    ["bench", "deadheat", "runner"],
  );
});

test("an arrow that follows from others is omitted, and an arrow that passes a row bends around it", () => {
  const graph = new Map([
    ["bench", ["judge", "report"]],
    ["journal", []],
    ["judge", ["journal"]],
    ["measure", ["journal"]],
    ["report", ["judge", "journal"]],
  ]);
  const svg = drawMap(graph);
  const arrows = svg.match(/class="arrow"/g) ?? [];
  // bench to report to judge to journal. The arrow from measure to journal passes two rows in three parts.
  assert.equal(arrows.length, 3 + 3);
  assert.throws(() => drawMap(new Map([["nobody", []]])), /no purpose for packages\/nobody/);
});
