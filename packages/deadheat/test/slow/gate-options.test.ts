import assert from "node:assert/strict";
import { test } from "node:test";
import { readGated } from "@deadheat/judge";
import { write } from "../../../versions/test/revisions-repository.ts";
import { gate } from "../../src/index.ts";
import { repositoryOf } from "../repository-with-oha.ts";

test("the options choose among several targets and runtimes", async (t) => {
  const cwd = await repositoryOf(t, {
    "server.mjs": `export default { fetch: () => new Response("Hello!") };`,
    "deadheat.config.json": `{ "targets": ["api=./server.mjs", "web=./server.mjs"], "runtimes": ["node", "bun"] }`,
  });
  const quick = { warmupRequests: 1000, windowSeconds: 0.4 };
  const only = { base: "main", cwd, ...quick, aa: true, budgetSeconds: 5, gate: 0.5 };
  const { comparisons, command } = await gate({ ...only, targets: ["web"], runtimes: ["node"] });
  assert.deepEqual(
    comparisons.map(({ app, versions }) => [app, versions.new.runtimeName]),
    [["web", "node"]],
  );
  assert.match(command ?? "", /gate \w{12} --target web --runtime node --gate 50% --budget 5s /);
});

// A gate stops when every limit is decided, so the long budget is used only on a busy machine.
test("a gate fails by the metric that became worse, and passes by the others", async (t) => {
  // The handler does some work, so its CPU time varies little between rounds and four are enough.
  const working = `export default { fetch: () => {
    let sum = 0;
    for (let i = 0; i < 30_000; i++) sum += Math.sqrt(i);
    return new Response(sum > 0 ? "Hello!" : "");
  } };`;
  const cwd = await repositoryOf(t, { "server.mjs": working });
  write(cwd, {
    "server.mjs": `globalThis.kept = Buffer.alloc(100e6, 1);
      await new Promise((resolve) => setTimeout(resolve, 300));
      ${working}`,
  });
  const asked = { base: "main", cwd, app: "server.mjs", warmupRequests: 1000, windowSeconds: 0.4 };
  const limits = { cpu: 0.9, "memory-idle": 0.1, start: 0.2 };
  const gated = await gate({ ...asked, budgetSeconds: 120, gate: limits });
  assert.equal(gated.gate.outcome, "failed");
  const [comparison] = gated.comparisons;
  const outcomes = comparison?.metrics.flatMap(({ metric, gate: found }) =>
    found ? [[metric, found.limit, found.outcome]] : [],
  );
  assert.deepEqual(outcomes?.slice(1), [
    ["start", 0.2, "failed"],
    ["memory-idle", 0.1, "failed"],
  ]);
  assert.deepEqual(gated.gate.limits.metrics, [
    { metric: "memory-idle", limit: 0.1 },
    { metric: "start", limit: 0.2 },
  ]);
  readGated(JSON.stringify(gated));
});
