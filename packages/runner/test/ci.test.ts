import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@deadheat/journal";
import { shardOfCi } from "../src/index.ts";

const systems: [string, Record<string, string>, number | null, number, number][] = [
  ["GitLab", { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "5" }, null, 2, 5],
  ["CircleCI", { CIRCLE_NODE_INDEX: "0", CIRCLE_NODE_TOTAL: "5" }, null, 1, 5],
  ["Buildkite", { BUILDKITE_PARALLEL_JOB: "4", BUILDKITE_PARALLEL_JOB_COUNT: "5" }, null, 5, 5],
  ["Kubernetes", { JOB_COMPLETION_INDEX: "1" }, 3, 2, 3],
  [
    "Slurm",
    { SLURM_ARRAY_TASK_ID: "3", SLURM_ARRAY_TASK_MIN: "0", SLURM_ARRAY_TASK_COUNT: "4" },
    null,
    4,
    4,
  ],
  ["Slurm from 1", { SLURM_ARRAY_TASK_ID: "3", SLURM_ARRAY_TASK_COUNT: "4" }, null, 3, 4],
];
for (const [name, env, total, index, of] of systems) {
  test(`the shard of ${name}`, () => assert.deepEqual(shardOfCi(env, total), { index, total: of }));
}

test("numbers that are missing or make no shard are refused", () => {
  assert.throws(() => shardOfCi({}), {
    name: UsageError.name,
    message: /CI_NODE_INDEX \(GitLab\)/,
  });
  assert.throws(() => shardOfCi({ JOB_COMPLETION_INDEX: "1" }), /--shard \/5/);
  assert.throws(() => shardOfCi({ CI_NODE_INDEX: "6", CI_NODE_TOTAL: "5" }), /is no shard/);
  assert.throws(() => shardOfCi({ CI_NODE_INDEX: "x", CI_NODE_TOTAL: "5" }), /is no shard/);
});
