import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarios } from "@deadheat/handlers";
import { deadheat } from "./command.ts";

test("every target answers every route rightly, and its differences are reported", async () => {
  const { code, stdout, stderr } = await deadheat("verify", "--json");
  const { cells } = JSON.parse(stdout) as {
    cells: { target: string; scenario: string; status: string; reason: string; differences: [] }[];
  };
  const failed = cells.filter((cell) => cell.status === "failed");
  assert.deepEqual(failed, [], stderr);
  assert.equal(code, 0);
  for (const { status, reason } of cells) assert.equal(status === "ok", reason === null);
  assert.ok(cells.filter((cell) => cell.status === "ok").length >= 43 * 19);
  const routesWithoutScenario = ["about", "hell", "hey", "notFound"];
  assert.deepEqual(
    [...new Set(cells.map((cell) => cell.scenario))].toSorted(),
    [...routesWithoutScenario, ...scenarios.map(({ name }) => name)].toSorted(),
  );
  for (const { target, scenario, status, reason } of cells) {
    if (status === "ok") continue;
    const known = /does not run here|is not built|no Redis: |does not list it|glibc/;
    assert.match(reason, known, `${target} ${scenario}`);
  }
  // Postgres needs nothing that the installation has not brought.
  for (const runtime of ["node", "bun", "deno"]) {
    for (const scenario of ["pg", "pg-row", "pg-queries", "pg-fortunes", "postgres-row"]) {
      const cell = cells.find((c) => c.target === `hono/${runtime}` && c.scenario === scenario);
      assert.equal(cell?.status, "ok", `hono/${runtime} ${scenario}`);
    }
  }
  const express = cells.find((c) => c.target === "express/node" && c.scenario === "text");
  const named = (express?.differences ?? []) as { name: string | null; kind: string }[];
  assert.ok(named.some((difference) => difference.name === "x-powered-by"));
  assert.ok(named.some((difference) => difference.kind === "bytes"));
});
