import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarios } from "@deadheat/handlers";
import { deadheat } from "./command.ts";

interface Cell {
  readonly target: string;
  readonly scenario: string;
  readonly status: string;
  readonly reason: string | null;
  readonly differences: readonly { name: string | null; kind: string }[];
}

async function verify(...args: string[]): Promise<Cell[]> {
  const { code, stdout, stderr } = await deadheat("verify", "--json", ...args);
  const { cells } = JSON.parse(stdout) as { cells: Cell[] };
  const failed = cells.filter((cell) => cell.status === "failed");
  assert.deepEqual(failed, [], stderr);
  assert.equal(code, 0);
  for (const { status, reason } of cells) assert.equal(status === "ok", reason === null);
  return cells;
}

const namesOf = (cells: readonly Cell[]) => [...new Set(cells.map((cell) => cell.scenario))];
const routesWithoutScenario = ["about", "hell", "hey", "notFound"];

// An app serves all stores that answer at once in one way, and all others in another.
const typical = scenarios.filter(({ store }) => store === "node-sqlite" || store === "pg");

test("every target answers every route rightly, also from a store, and differences are reported", async () => {
  const cells = await verify("--scenarios", typical.map(({ name }) => name).join(","));
  assert.ok(cells.filter((cell) => cell.status === "ok").length >= 43 * (8 + typical.length));
  assert.deepEqual(
    namesOf(cells).toSorted(),
    [
      ...routesWithoutScenario,
      "text",
      "json",
      "params",
      "echo",
      ...typical.map(({ name }) => name),
    ].toSorted(),
  );
  const express = cells.find((c) => c.target === "express/node" && c.scenario === "text");
  const named = express?.differences ?? [];
  assert.ok(named.some((difference) => difference.name === "x-powered-by"));
  assert.ok(named.some((difference) => difference.kind === "bytes"));
});

test("every store is served on every runtime that it runs on, or it is said why not", async (t) => {
  const cells = await verify("--targets", "hono/*");
  assert.deepEqual(
    namesOf(cells).toSorted(),
    [...routesWithoutScenario, ...scenarios.map(({ name }) => name)].toSorted(),
  );
  for (const { target, scenario, status, reason } of cells) {
    if (status === "ok") continue;
    assert.match(
      reason ?? "",
      /does not run here|is not built|no Redis: /,
      `${target} ${scenario}`,
    );
    if (/no Redis: /.test(reason ?? "")) t.diagnostic(`skipped: ${reason}`);
  }
  // Postgres and SQLite need nothing that the installation has not brought.
  for (const runtime of ["node", "bun", "deno"]) {
    for (const scenario of ["pg-row", "postgres-row", "better-sqlite3-row", "node-sqlite-row"]) {
      const cell = cells.find((c) => c.target === `hono/${runtime}` && c.scenario === scenario);
      assert.equal(cell?.status, "ok", `hono/${runtime} ${scenario}`);
    }
  }
  assert.equal(
    cells.find((c) => c.target === "hono/bun" && c.scenario === "bun-sql")?.status,
    "ok",
  );
});
