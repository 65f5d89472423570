import assert from "node:assert/strict";
import { test } from "node:test";
import { signatureOf } from "../../src/cache/signature.ts";
import { requireHere } from "../../src/fleet/measure-task.ts";
import { openResult, sealResult } from "../../src/fleet/result.ts";
import { idOf, openTask, sealTask, type Task } from "../../src/fleet/task.ts";

const key = "a key of this test, which has more than 32 bytes";
const digest = "ab".repeat(32);
const task: Task = {
  schema: 1,
  run: "2026-11-28-100000-abcdef",
  request: { profile: "quick", targets: ["hono/bun"] },
  machines: 1,
  seed: 7,
  plan: digest,
  code: digest,
  commit: "12".repeat(20),
  lockfile: digest,
  class: "0123456789abcdef",
  target: "hono/bun",
  base: "fetch/bun",
  scenario: "text",
  role: "cell",
  kind: "duets",
  rounds: [1, 2, 3],
  stage: 1,
  cpus: 2,
  seconds: 24,
};

const here = { commit: task.commit, lockfile: digest, digest };

/** Returns a message with a valid signature, whatever it says. */
function signed(content: unknown, by = key) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const id = idOf(text);
  return { id, data: { task: text, signature: signatureOf(by, `task ${id}`, text) } };
}

test("a task that the coordinator sealed is read as it was", () => {
  const { id, message } = sealTask(task, key);
  assert.deepEqual(openTask(id, message, key), task);
  requireHere(task, here, task.class);
});

const { id, data } = signed(task);
const hostile: [string, string | undefined, unknown, RegExp][] = [
  ["another form", id, { run: "rm -rf /" }, /another form/],
  ["another field in the message", id, { ...data, command: "sh" }, /another form/],
  ["a task that is not JSON", ...spread(signed("{")), /no task of this version/],
  ["an unknown field", ...spread(signed({ ...task, command: "sh" })), /no task of this version/],
  [
    "an unknown option",
    ...spread(signed({ ...task, request: { ...task.request, app: "/x" } })),
    /no task/,
  ],
  [
    "a path",
    ...spread(signed({ ...task, target: "../../etc/passwd" })),
    /target: a name without a path/,
  ],
  ["a path as a scenario", ...spread(signed({ ...task, scenario: "..\\x" })), /scenario: a name/],
  ["a million rounds", ...spread(signed({ ...task, rounds: Array(1000).fill(1) })), /rounds/],
  ["a signature of another key", ...spread(signed(task, "another key")), /signature/],
  ["no signature", id, { ...data, signature: "" }, /signature/],
  ["a copy under another id", "another", data, /id of another task/],
  ["a longer text", id, { ...data, task: "x".repeat(50_000) }, /another form/],
];
for (const [what, job, message, why] of hostile) {
  test(`a worker refuses ${what}`, () => {
    assert.throws(() => openTask(job, message, key), { name: "Refused", message: why });
  });
}

function spread({ id: job, data: message }: ReturnType<typeof signed>): [string, unknown] {
  return [job, message];
}

test("a worker refuses a task of another commit, lockfile, code or class", () => {
  const refused = (changes: Partial<Task>) => () =>
    requireHere({ ...task, ...changes }, here, task.class);
  const other = "cd".repeat(32);
  assert.throws(refused({ commit: "34".repeat(20) }), /of commit 343434343434, and this clone/);
  assert.throws(refused({ lockfile: other }), /another pnpm-lock.yaml/);
  assert.throws(refused({ code: other }), /other sources, runtimes/);
  assert.throws(refused({ class: "fedcba9876543210" }), /for machines of class fedcba/);
});

test("a result without the signature of this run, or from another run, is refused", () => {
  const result = { run: task.run, task: id, worker: "w-1", instance: "1", journals: ["x"] };
  const sealed = sealResult(result, key);
  assert.deepEqual(openResult(sealed, task.run, key).journals, ["x"]);
  assert.throws(() => openResult(sealed, "another", key), /signature/);
  assert.throws(() => openResult(sealed, task.run, "another key"), /signature/);
  assert.throws(
    () => openResult(sealResult({ ...result, task: "../x" }, key), task.run, key),
    /task/,
  );
  assert.throws(() => openResult("{}", task.run, key), /another form/);
});
