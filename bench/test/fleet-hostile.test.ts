import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import { signatureOf } from "../src/cache/signature.ts";
import { workersThere } from "../src/fleet/announce.ts";
import { idOf, sealTask, type Task } from "../src/fleet/task.ts";
import { codeOf } from "../src/fleet/inputs.ts";
import { prepare } from "../src/plan/prepare.ts";
import { KEY, redisFor, startCrew } from "./fleet-made-up.ts";
import { quietIo } from "./quiet-io.ts";

test("hostile and broken messages in the queue are refused with a line each, and nothing runs", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 1);
  const { settings } = await prepare({ profile: "quick" }, quietIo());
  const { commit, lockfile, digest: code } = codeOf(settings);
  const good: Task = {
    schema: 1,
    run: "2026-11-28-100000-abcdef",
    request: { profile: "quick", targets: ["hono/node"] },
    machines: 1,
    seed: 7,
    plan: "ab".repeat(32),
    code,
    commit,
    lockfile,
    class: settings.machine.fingerprint,
    target: "hono/node",
    base: "node-http/node",
    scenario: "text",
    role: "cell",
    kind: "duets",
    rounds: [1],
    stage: 1,
    cpus: 2,
    seconds: 8,
  };
  let name: string | undefined;
  while ((name = (await workersThere(place.redis, KEY))[0]?.queue) === undefined) await sleep(50);
  const queue = new Queue(name, { connection: place.redis });
  const sealed = (content: unknown, key = KEY): [string, unknown] => {
    const text = JSON.stringify(content);
    const id = idOf(text);
    return [id, { task: text, signature: signatureOf(key, `task ${id}`, text) }];
  };
  const { message } = sealTask(good, KEY);
  const hostile: [string, unknown][] = [
    ["another-form", { command: "touch /tmp/x" }],
    ["a-copy", message],
    sealed({ ...good, command: "sh" }),
    sealed({ ...good, request: { ...good.request, app: "/etc/passwd" } }),
    sealed({ ...good, target: "../../x" }),
    sealed({ ...good, commit: "34".repeat(20) }),
    sealed({ ...good, class: "0123456789abcdef" }),
    sealed({ ...good, seed: 8 }, "another key, which has more than 32 bytes"),
    // Signed, but another plan than the options make.
    sealed(good),
    ["too-long", { task: "x".repeat(100_000_000), signature: "" }],
  ];
  for (const [jobId, data] of hostile) await queue.add("task", data, { jobId });
  const refused = () => crew.lines.filter((line) => line.startsWith("Refused a task"));
  while (refused().length < hostile.length) await sleep(100);
  assert.equal(refused().length, hostile.length);
  for (const part of [
    /another form/,
    /id of another task/,
    /no task of this version/,
    /name without a path/,
    /of commit 343434343434/,
    /machines of class 0123456789abcdef/,
    /signature is not/,
    /another plan/,
    /100,0\d\d,\d{3} bytes/,
  ]) {
    assert.ok(
      refused().some((line) => part.test(line)),
      `${part}: ${refused().join("\n")}`,
    );
  }
  assert.deepEqual(crew.rounds, []);
  await queue.close();
});
