import assert from "node:assert/strict";
import { test } from "node:test";
import { scenarios } from "@deadheat/handlers";
import { namesOf, routesWithoutScenario, verify } from "../verified.ts";

test("every store is served on each of its runtimes, or there is a reason", async (t) => {
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
  // Postgres and SQLite need nothing beyond the installation.
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
