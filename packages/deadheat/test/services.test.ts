// The services of a run: each server has its own data, restored before each start, and nothing is left at the end.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { choosePinning, processTree } from "@deadheat/measure";
import type { InstallOptions } from "@deadheat/versions";
import { readService, type DatabaseService } from "../src/config/services.ts";
import { ownVariables } from "../src/ready/installed.ts";
import { startServices } from "../src/services/services.ts";

const pg = createRequire(new URL("../../../bench/package.json", import.meta.url)).resolve("pg");

async function query(
  address: string | undefined,
  text: string,
  ssl: false | { readonly rejectUnauthorized: false } = false,
): Promise<object[]> {
  const { Client } = createRequire(import.meta.url)(pg);
  const client = new Client({ connectionString: address, ssl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function folderOf(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-services-test-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function options(cwd: string): InstallOptions {
  const { signal } = new AbortController();
  return { offline: false, allowScripts: [], allowGit: false, cwd, signal, note: () => {} };
}

test("two servers have their own data in one Postgres, which are restored, and which end with it", async (t) => {
  const cwd = folderOf(t);
  const prepare = join(cwd, "prepare.cjs");
  writeFileSync(
    prepare,
    `const { Client } = require(${JSON.stringify(pg)});
     const client = new Client({ connectionString: process.env.PG_URL });
     client.connect().then(async () => {
       await client.query("CREATE TABLE item AS SELECT generate_series(1, 3) AS id");
       await client.query("ALTER TABLE item ADD drawn uuid DEFAULT gen_random_uuid()");
       if (process.cwd().endsWith("migrated")) await client.query("CREATE INDEX ON item (id)");
       await client.end();
     });`,
  );
  const named = readService("postgres=PG_URL", cwd);
  const withParts = readService({ service: "postgres", env: { DB_NAME: "{database}" } }, cwd);
  const postgres = { ...withParts, ...named, env: (withParts as DatabaseService).env };
  const services = await startServices(
    { services: [postgres], prepare: `node ${prepare}` },
    true,
    choosePinning(),
    options(cwd),
  );
  let stopped = false;
  try {
    const base = await services.dataOf({ name: "base", cwd, root: cwd, env: {} });
    const next = await services.dataOf({ name: "new", cwd, root: cwd, env: {} }, base);
    const migrated = join(cwd, "migrated");
    mkdirSync(migrated);
    const other = await services.dataOf(
      { name: "migrated", cwd: migrated, root: migrated, env: {} },
      base,
    );
    const all = [base, next, other];
    for (const one of all) await one.restore();
    const addresses = all.map(({ env }) => env.PG_URL);
    const { hostname, port, pathname } = new URL(addresses[0] ?? "");
    const { PGHOST, PGPORT, DB_NAME } = base.env;
    assert.deepEqual([PGHOST, PGPORT, `/${DB_NAME}`], [hostname, port, pathname]);
    assert.equal(new Set(addresses).size, 3);
    const counts = () =>
      Promise.all(addresses.map((one) => query(one, "SELECT count(*)::int AS n FROM item")));
    const items = (...numbers: number[]) => numbers.map((n) => [{ n }]);
    assert.deepEqual(await counts(), items(3, 3, 3));
    const drawn = await Promise.all(addresses.map((one) => query(one, "SELECT drawn FROM item")));
    assert.deepEqual(drawn[1], drawn[0], "two servers with equal schemas have the same data");
    assert.notDeepEqual(drawn[2], drawn[0], "another migration has its own data");
    const encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    const tls = await query(addresses[0], encrypted, { rejectUnauthorized: false });
    assert.deepEqual(
      [tls, await query(addresses[0], encrypted)],
      [[{ ssl: true }], [{ ssl: false }]],
    );
    const [toOther, program] = [new URL(addresses[0] ?? ""), "COPY item FROM PROGRAM 'echo 1'"];
    toOther.pathname = new URL(addresses[1] ?? "").pathname;
    await assert.rejects(query(toOther.href, "SELECT 1"), /permission denied/);
    await assert.rejects(query(addresses[0], program), /permission denied/);
    await query(addresses[0], "ALTER TABLE item ADD more int; ALTER TABLE item DROP more");
    await query(addresses[0], "INSERT INTO item VALUES (4)");
    assert.deepEqual(await counts(), items(4, 3, 3));
    const before = await services.clocks();
    await query(addresses[1], "SELECT sum(i) FROM generate_series(1, 1000000) i");
    await base.restore();
    assert.deepEqual(await counts(), items(3, 3, 3));
    const [used] = await services.usedSince(before, 1);
    assert.match(used?.version ?? "", /^\d+\.\d/);
    assert.ok((used?.cpus ?? 0) > 0.02, `${used?.cpus} CPUs`);
    await services.stop();
    stopped = true;
    await assert.rejects(query(addresses[0], "SELECT 1"));
    // The guard of the services' folder ends once it has seen that its pipe is closed.
    const left = () => processTree(process.pid).filter((pid) => pid !== process.pid);
    for (const end = Date.now() + 10_000; left().length > 0 && Date.now() < end;) await sleep(50);
    assert.deepEqual(left(), []);
  } finally {
    if (!stopped) await services.stop();
  }
});

test("a server may not administer the Redis of all, nor change the data of another one", async (t) => {
  const cwd = folderOf(t);
  const services = await startServices(
    { services: [readService("redis", cwd)], prepare: null },
    true,
    choosePinning(),
    options(cwd),
  );
  try {
    const all = [];
    for (const name of ["base", "new"]) {
      const data = await services.dataOf({ name, cwd, root: cwd, env: {} });
      await data.restore();
      all.push(new URL(data.env.REDIS_URL ?? ""));
    }
    const [base, next] = all as [URL, URL];
    const other = base.pathname.slice(1);
    const words = await spoken(next, ["SET a 1", "CONFIG GET dir", `SELECT ${other}`, "GET a"]);
    assert.match(words, /^\+OK\r\n-NOPERM[^\n]+\n-NOPERM[^\n]+\n\$1\r\n1\r\n$/);
  } finally {
    await services.stop();
  }
});

/** Sends lines to a Redis in the database of its address, and returns the replies to them. */
async function spoken(
  { hostname, port, username, password, pathname }: URL,
  lines: readonly string[],
): Promise<string> {
  const socket = connect(Number(port), hostname);
  const own = [`AUTH ${username} ${password}`, `SELECT ${pathname.slice(1)}`];
  socket.write([...own, ...lines, "QUIT", ""].join("\r\n"));
  let words = "";
  for await (const chunk of socket.setEncoding("utf8")) words += chunk;
  return words.replace("+OK\r\n+OK\r\n", "").replace(/\+OK\r\n$/, "");
}

test("prepare and the server get the target's variables, and find its runtime and package manager", () => {
  const program = { kind: "command", command: ["pnpm", "start"], portVariable: "PORT" } as const;
  const { MODE, PATH } = ownVariables({
    program: { ...program, env: { MODE: "full" } },
    found: { path: "/runtime/node", version: "26.10.0" },
    programs: "/managers/.bin",
  });
  assert.equal(MODE, "full");
  const [first, second, third] = (PATH ?? "").split(":");
  assert.deepEqual(
    [first, second, third],
    ["/runtime", dirname(process.execPath), "/managers/.bin"],
  );
});

test("a prepare that fails ends with its own last words", async (t) => {
  const cwd = folderOf(t);
  writeFileSync(
    join(cwd, "api.mjs"),
    'import { createServer } from "node:http"; createServer().listen(process.env.API_PORT, "127.0.0.1");',
  );
  const api = { command: ["node", "api.mjs"], port: "API_PORT", env: { API: "http://x:{port}" } };
  const services = await startServices(
    { services: [readService(api, cwd)], prepare: 'echo "no such table $TABLE at $API"; exit 3' },
    false,
    choosePinning(),
    options(cwd),
  );
  try {
    await assert.rejects(
      services.dataOf({ name: "base", cwd, root: cwd, env: { TABLE: "item" } }),
      /--prepare failed for base: exit code 3\nno such table item at http:\/\/x:\d+/,
    );
  } finally {
    await services.stop();
  }
});

test("Ctrl-C ends the wait for a service at once, and a service that ends says its last words", async (t) => {
  const cwd = folderOf(t);
  const stopping = new AbortController();
  const start = (code: string) => {
    const one = { command: ["node", "--eval", code], port: "API_PORT", env: {} };
    const services = { services: [readService(one, cwd)], prepare: null };
    return startServices(services, false, choosePinning(), {
      ...options(cwd),
      signal: stopping.signal,
    });
  };
  await assert.rejects(
    start('console.log("no key"); process.exit(3)'),
    /^EnvironmentError: The service node --eval .* exited with code 3\nno key$/,
  );
  const startedAt = performance.now();
  const silent = start("setInterval(() => {}, 1000)");
  setTimeout(() => stopping.abort(), 300);
  await assert.rejects(silent, { name: "Interrupted" });
  assert.ok(performance.now() - startedAt < 10_000);
  const left = () => processTree(process.pid).filter((pid) => pid !== process.pid);
  for (const end = Date.now() + 10_000; left().length > 0 && Date.now() < end;) await sleep(50);
  assert.deepEqual(left(), []);
});
