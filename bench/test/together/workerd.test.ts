import assert from "node:assert/strict";
import { test } from "node:test";
import { runtimeFacts } from "@deadheat/journal";
import { choosePinning, launch } from "@deadheat/measure";
import { discoverTargets, named, selectTargets } from "../../src/targets/discover.ts";
import { entrantOf } from "../../src/targets/entrant.ts";
import { NOT_INSTALLED, runtimeVersions } from "../../src/targets/tools.ts";

const versions = runtimeVersions();
const all = discoverTargets(versions);
const skip = versions.workerd === NOT_INSTALLED && "npm has no workerd for this machine";
const namesOf = (...patterns: string[]) => selectTargets(all, patterns).map(({ name }) => name);

test("targets on workerd are chosen only if the runtime is named", () => {
  assert.deepEqual(namesOf("*/workerd"), ["fetch/workerd", "hono/workerd"]);
  for (const usual of ["all", "hono", "hono/*"]) {
    assert.ok(!namesOf(usual).some((name) => name.endsWith("/workerd")), usual);
  }
});

test("a machine without workerd lists its targets as unsupported, and measures the others", () => {
  const elsewhere = discoverTargets({ ...versions, workerd: NOT_INSTALLED });
  assert.match(named("hono/workerd", elsewhere).unsupported ?? "", /^workerd is not installed/);
  assert.equal(named("hono/node", elsewhere).unsupported, null);
});

test("workerd prints a date, which is the middle of npm's version", () => {
  const { version } = runtimeFacts.workerd.program;
  assert.equal(version("workerd 2026-11-17\n"), "1.20261117");
  assert.equal(version("workerd: not found"), null);
});

for (const name of ["fetch/workerd", "hono/workerd"]) {
  test(`${name} is bundled, answers, and is stopped`, { skip }, async () => {
    const target = named(name, all);
    assert.ok(target.scenarios.includes("text") && !target.scenarios.includes("pg"));
    assert.match(target.lacks.pg ?? "", /only the routes that every app has/);
    const server = await launch(entrantOf(target), choosePinning());
    try {
      const answer = await fetch(`http://127.0.0.1:${server.port}/users/7?name=x`);
      assert.deepEqual(await answer.json(), { id: "7", name: "x" });
    } finally {
      await server.stop();
    }
    assert.match(server.died() ?? "", /^exited with /);
  });
}
