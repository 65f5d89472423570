import assert from "node:assert/strict";
import { test } from "node:test";
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
