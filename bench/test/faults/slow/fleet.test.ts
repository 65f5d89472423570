import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Interrupted, EnvironmentError } from "@deadheat/journal";
import { findRedis, freePort } from "@deadheat/measure";
import type { Ran } from "deadheat/parts";
import { workersThere } from "../../../src/fleet/announce.ts";
import { KEY, redisFor, request, runOn, startCrew, type Crew } from "../../fleet-made-up.ts";
import { root } from "../../../src/targets/project.ts";
import { temporaryFolder } from "../../fixtures.ts";

// A worker, Redis or the coordinator is killed during a run of a fleet. Only the rounds are made up.

/** Asserts that every cell is there, and that no round counts twice. */
function assertWhole({ result }: Ran): void {
  assert.ok(result.cells.every(({ status }) => status === "ok"));
  for (const { target, scenario, efficiency } of result.cells) {
    const rounds = efficiency?.toFloor.rounds.map(({ n }) => n) ?? [];
    assert.equal(new Set(rounds).size, rounds.length, `${target} ${scenario}: ${rounds}`);
  }
}

/** Starts test/fleet-child.ts, which ends with the test. */
function startChild(
  t: TestContext,
  address: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../fleet-child.ts"), ...words],
    {
      env: { ...process.env, QUEUE_URL: address, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  t.after(() => child.kill("SIGKILL"));
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  return { child, said: () => said };
}

async function until(isSo: () => boolean): Promise<void> {
  const late = AbortSignal.timeout(60_000);
  while (!isSo()) await sleep(20, undefined, { signal: late });
}

const roundsOf = ({ rounds }: Crew) => rounds.length;

test("the task of a worker that is killed goes to another one of its class, and counts once", async (t) => {
  const place = await redisFor(t);
  const victim = startChild(t, place.address, ["worker", "victim"]);
  const running = runOn(t, place);
  await until(() => victim.said().includes("measuring"));
  const [id] = await place.redis.lrange((await place.redis.keys("bull:*:active"))[0]!, 0, 0);
  const before = await place.redis.hget((await place.redis.keys(`bull:*:${id}`))[0]!, "data");
  victim.child.kill("SIGKILL");
  const crew = startCrew(t, place, 1, { lockSeconds: 2 });
  assertWhole(await running);
  // The message that was taken again is the same one, so its class is too.
  const { task } = JSON.parse(before!) as { task: string };
  const { target, scenario, class: name } = JSON.parse(task) as Record<string, string>;
  assert.ok(crew.lines.some((line) => line.includes(`class ${name}`)));
  assert.ok(crew.rounds.some((round) => round.startsWith(`${target} ${scenario} `)));
  assert.equal(new Set(crew.rounds).size, crew.rounds.length);
});

test("four workers in processes of their own measure one at a time on one host, whoever takes a task", async (t) => {
  const place = await redisFor(t);
  const workers = ["a", "b", "c", "d"].map((name) =>
    startChild(t, place.address, ["worker", name]),
  );
  while ((await workersThere(place.redis, KEY)).length < 4) await sleep(100);
  const ran = await runOn(t, place);
  assertWhole(ran);
  assert.equal(ran.result.instances.length, 1);
  const times = workers.map(({ said }) =>
    [...said().matchAll(/measuring (\d+)\n[^]*?measured (\d+)/g)].map(([, from, to]) => {
      return { from: Number(from), to: Number(to) };
    }),
  );
  assert.ok(times.filter((own) => own.length > 0).length >= 2, "one worker measured everything");
  const all = times.flat().toSorted((one, other) => one.from - other.from);
  for (const [i, { to }] of all.entries()) assert.ok(to <= (all[i + 1]?.from ?? Infinity));
});

/** Starts a Redis that can be killed and started again on its port, with a file of all its commands. */
async function killableRedis(t: TestContext) {
  const program = findRedis();
  assert.ok(program, "the tests before have installed one");
  const port = await freePort();
  const begin = (folder: string) => {
    const words = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
    words.push("--appendonly", "yes", "--appendfsync", "always");
    const child = spawn(program.path, words, { stdio: "ignore" });
    t.after(() => child.kill("SIGKILL"));
    return child;
  };
  return { place: { address: `redis://127.0.0.1:${port}`, key: KEY }, begin };
}

for (const keeps of [true, false]) {
  test(`Redis is killed and comes back ${keeps ? "with" : "without"} its data`, async (t) => {
    await redisFor(t);
    const { place, begin } = await killableRedis(t);
    const data = temporaryFolder(t);
    const first = begin(data);
    await sleep(500);
    const crew = startCrew(t, place, 2, { delay: 50 });
    const running = runOn(t, place);
    await until(() => roundsOf(crew) >= 8);
    first.kill("SIGKILL");
    await sleep(3000);
    begin(keeps ? data : temporaryFolder(t));
    assertWhole(await running);
    assert.equal(crew.most(), 1);
  });
}

test("a queue that does not come back ends the run after two minutes, and keeps what was measured", async (t) => {
  await redisFor(t);
  const { place, begin } = await killableRedis(t);
  const first = begin(temporaryFolder(t));
  await sleep(500);
  const crew = startCrew(t, place, 1, { delay: 20 });
  const out = join(temporaryFolder(t), "run");
  const running = runOn(t, place, { out });
  await until(() => roundsOf(crew) >= 12);
  first.kill("SIGKILL");
  await assert.rejects(running, (error) => {
    return error instanceof EnvironmentError && /has not answered.*--resume/.test(error.message);
  });
  begin(temporaryFolder(t));
  await sleep(500);
  assertWhole(await runOn(t, place, { out, resume: true }));
});

test("an interrupted run goes on with --resume, and measures no round twice", async (t) => {
  const place = await redisFor(t);
  const crew = startCrew(t, place, 2, { delay: 20 });
  const out = join(temporaryFolder(t), "run");
  const interrupt = new AbortController();
  const running = runOn(t, place, { out }, { signal: interrupt.signal });
  await until(() => roundsOf(crew) >= 14);
  interrupt.abort();
  await assert.rejects(running, Interrupted);
  assertWhole(await runOn(t, place, { out, resume: true }));
  // Only what was on its way may be measured again.
  assert.ok(crew.rounds.length - new Set(crew.rounds).size <= 10);
});

test("a run whose coordinator is killed goes on with --resume, and takes what workers measured meanwhile", async (t) => {
  const place = await redisFor(t);
  const out = join(temporaryFolder(t), "run");
  const crew = startCrew(t, place, 2, { delay: 20 });
  const coordinator = startChild(t, place.address, ["run", out]);
  await until(() => roundsOf(crew) >= 8);
  coordinator.child.kill("SIGKILL");
  // Nobody withdraws the tasks, so the workers go on with them.
  const then = roundsOf(crew);
  await until(() => roundsOf(crew) >= then + 6);
  assertWhole(await runOn(t, place, { out, resume: true }));
  assert.ok(crew.rounds.length - new Set(crew.rounds).size <= 10);
});

test("where machines differ more than rounds, another machine measures the pair", async (t) => {
  const place = await redisFor(t);
  for (const [i, OFFSET] of ["0", "0.05", "-0.05", "0.02"].entries()) {
    const state = temporaryFolder(t);
    startChild(t, place.address, ["worker", `m${i}`], {
      OFFSET,
      DELAY: "20",
      DEADHEAT_INSTANCE: `m${i}`,
      DEADHEAT_STATE_DIR: state,
    });
  }
  while ((await workersThere(place.redis, KEY)).length < 4) await sleep(100);
  const targets = ["express/node", "koa/node", "hono/node", "h3/node"];
  const small = { ...request, targets, scenarios: ["text"] };
  const ran = await runOn(t, place, { request: small, until: 0.002 });
  assertWhole(ran);
  const { instances, cells, between } = ran.result;
  assert.equal(instances.length, 4);
  assert.ok(between?.tau && between.tau > 0.01);
  let further = 0;
  for (const { target, efficiency } of cells) {
    const rounds = efficiency?.toFloor.rounds ?? [];
    const machinesOf = (some: typeof rounds) => new Set(some.map(({ instance }) => instance));
    const added = rounds.filter(({ stage }) => stage === 2);
    const first = machinesOf(rounds.filter(({ stage }) => stage !== 2));
    const others = machinesOf(added).difference(first);
    const isElsewhere = added.length === 0 || first.size === 4 || others.size > 0;
    assert.ok(isElsewhere, `${target}: ${[...first]}, then ${[...machinesOf(added)]}`);
    further += added.length;
  }
  // Four pairs and the noise check, of four rounds each, and at most three times as many further ones.
  assert.ok(further > 0 && further <= 3 * 5 * 4, `${further}`);
});

test("a worker whose queue is gone ends at a signal", async (t) => {
  await redisFor(t);
  const { place, begin } = await killableRedis(t);
  const first = begin(temporaryFolder(t));
  await sleep(500);
  const child = spawn(process.execPath, [join(root, "bench/deadheat.mjs"), "worker", "--queue"], {
    env: { ...process.env, QUEUE_URL: place.address, TURBO_REMOTE_CACHE_SIGNATURE_KEY: KEY },
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  await until(() => said.includes("waits for tasks"));
  first.kill("SIGKILL");
  await sleep(2000);
  child.kill("SIGINT");
  const [code] = await once(child, "exit", { signal: AbortSignal.timeout(40_000) });
  assert.equal(code, 0, said);
});
