import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { anotherHour, fastestSeconds, slowdownIn, speedOf, type Result } from "@deadheat/judge";
import { readResult, renderMarkdown } from "deadheat/parts";
import { root } from "../../src/targets/project.ts";

// The sentences about another hour are checked against every pair of published runs on one class of machine.

const published = [
  "xeon-2cpu-vm/2026-11-25-frameworks",
  "xeon-2cpu-vm/2026-11-25-quick",
  "xeon-2cpu-vm/2026-11-25-service",
  "epyc-2cpu-vm/2026-11-25-cost",
  "epyc-2cpu-vm/2026-11-26-busy-host",
].map((name) => ({
  name,
  result: readResult(join(root, "results/published", name, "result.json")),
}));

/** The ratios of a run in `text`, to the floor of the runtime and to node:http. */
function ratiosOf({ cells, bridges }: Result) {
  const found = new Map<string, { ratio: number; lo: number; hi: number }>();
  for (const { target, scenario, efficiency } of cells) {
    if (scenario !== "text" || !efficiency || efficiency.toFloor.n < 3) continue;
    found.set(`${target} to its floor`, efficiency.toFloor);
    if (efficiency.toNodeHttp) found.set(`${target} to node:http`, efficiency.toNodeHttp);
  }
  for (const bridge of bridges) if (bridge.scenario === "text") found.set(bridge.floor, bridge);
  return found;
}

test("in 95 % of the pairs of runs, the other run's ratio lies in the interval for another hour", (t) => {
  let [inside, all] = [0, 0];
  for (const one of published) {
    for (const other of published) {
      if (one === other || one.result.machine.cpu !== other.result.machine.cpu) continue;
      const [own, others] = [one, other].map(({ result }) => slowdownIn(result));
      const theirs = ratiosOf(other.result);
      for (const [name, interval] of ratiosOf(one.result)) {
        const ratio = theirs.get(name)?.ratio;
        if (ratio === undefined || interval.ratio === 1) continue;
        // A run of a busy hour says that it is one. Seen from it, or towards it, that hour is known.
        const hour = anotherHour(interval, Math.max(own!, others!));
        if (hour === null) continue;
        const { lo, hi } = hour;
        const isInside = ratio >= lo && ratio <= hi;
        if (!isInside)
          t.diagnostic(`${one.name} to ${other.name}: ${name} ${interval.ratio} ${ratio}`);
        inside += Number(isInside);
        all++;
      }
    }
  }
  t.diagnostic(`${inside} of ${all}`);
  assert.ok(all > 100);
  assert.ok(inside >= 0.95 * all, `${inside} of ${all}`);
});

test("the fastest request of each CPU is that of the published runs", (t) => {
  for (const [cpu, known] of Object.entries(fastestSeconds)) {
    const bests = published
      .filter(({ result }) => result.machine.cpu === cpu)
      .flatMap(({ result }) => speedOf(result)?.best ?? []);
    t.diagnostic(`${cpu}: ${bests.map((best) => (1e6 * best).toFixed(2)).join(", ")} µs`);
    assert.ok(Math.abs(Math.min(...bests) / known - 1) < 0.01, cpu);
  }
});

test("the run of a busy hour says so, and the others do not", () => {
  for (const { name, result } of published) {
    const told = result.warnings.some(({ code }) => code === "never-calm");
    assert.equal(told, name.endsWith("busy-host"), name);
    const text = renderMarkdown(result);
    assert.equal(/Nothing is known about the ratios in another hour/.test(text), told, name);
    assert.equal(/in 95 of 100 ordinary hours/.test(text), !told, name);
  }
  const report = join(root, "results/published/epyc-2cpu-vm/2026-11-26-busy-host/report.md");
  assert.match(readFileSync(report, "utf8"), /This machine was never calm/);
});
