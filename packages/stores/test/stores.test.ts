import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { addressVariables, seededRow, stores, type StoreInfo } from "@deadheat/handlers";
// The bench's services are the ones that stores use in a run: real ones, with their tables.
import { openRedis } from "../../../bench/src/services/redis.ts";
import { startServices, type Services } from "../../../bench/src/services/start.ts";

// One black-box suite for the three runtimes, each of which starts the same script.

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const script = join(import.meta.dirname, "fixtures", "ask.ts");
const deno = ["run", "--quiet", "--no-prompt", "--cached-only", "--allow-all"];
const runtimes: Record<string, string[]> = {
  node: [join(root, "node_modules/node/bin/node")],
  bun: [join(root, "node_modules/bun/bin/bun.exe")],
  deno: [join(root, "node_modules/deno/deno"), ...deno],
};

let services: Services;
before(async () => {
  const pinning = { mode: "none" as const, server: [], generators: [], reason: "a test" };
  const scenarios = stores.map(({ name }) => name);
  const signal = new AbortController().signal;
  services = (await startServices(scenarios, pinning, { note: () => {}, signal })) as Services;
});
after(() => services.stop());

async function ask(runtime: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program, ...args] = runtimes[runtime] as [string, ...string[]];
  const { PATH, HOME } = process.env;
  // A script that does not exit by itself has left a connection open.
  const whole = { PATH, HOME, NO_COLOR: "1", ...env };
  const options = { env: whole, timeout: 10_000, cwd: import.meta.dirname };
  return (await run(program, [...args, script], options)).stdout;
}

function environmentOf({ name, service }: StoreInfo): NodeJS.ProcessEnv {
  return { DEADHEAT_STORE: name, [addressVariables[service]]: services.addresses[service] };
}

for (const store of stores) {
  for (const runtime of store.runtimes) {
    test(`${store.name} on ${runtime} answers from its service, and closes`, async (t) => {
      const { clients, missing } = services.description;
      const absent = clients[store.name]?.reason ?? missing[store.service];
      if (absent !== undefined && absent !== null) return t.skip(absent);
      const responses = JSON.parse(await ask(runtime, environmentOf(store))) as unknown;
      const tableless = `${store.name} has no tables`;
      const tables = store.service !== "redis";
      assert.deepEqual(responses, {
        name: store.name,
        sync: store.sync,
        helloIsPromise: !store.sync,
        hello: "Hello World!",
        again: ["Hello World!", "Hello World!"],
        row: tables ? seededRow(12_345) : tableless,
        ...(!store.sync && {
          rows: tables ? [seededRow(10_000), seededRow(19_999)] : tableless,
          fortunes: tables ? 12 : tableless,
        }),
      });
    });
  }
}

test("every client of Redis reads the key that its address names", async (t) => {
  const address = services.addresses.redis;
  if (address === undefined) return t.skip(services.description.missing.redis);
  const ours = await openRedis(address);
  t.after(() => ours.stop());
  for (const store of stores.filter(({ service }) => service === "redis")) {
    for (const runtime of store.runtimes) {
      const at = (url: string) => ask(runtime, { DEADHEAT_STORE: store.name, REDIS_URL: url });
      const { hello } = JSON.parse(await at(ours.address)) as { hello: string };
      assert.equal(hello, "Hello World!", `${store.name} on ${runtime}`);
      const none = JSON.parse(await at(`${address}#deadheat:nothing`)) as { hello: string };
      assert.equal(none.hello, "", `${store.name} on ${runtime}`);
    }
  }
});

for (const runtime of Object.keys(runtimes)) {
  test(`on ${runtime} no store is chosen without DEADHEAT_STORE`, async () => {
    assert.equal((await ask(runtime, {})).trim(), "null");
  });
}

test("errors name the unknown store, the missing address and the failed connection", async () => {
  await assert.rejects(ask("node", { DEADHEAT_STORE: "mysql" }), /unknown store "mysql"/);
  await assert.rejects(ask("node", { DEADHEAT_STORE: "pg" }), /needs an address: set DATABASE_URL/);
  const nobody = { DEADHEAT_STORE: "pg", DATABASE_URL: "postgres://a:b@127.0.0.1:1/x" };
  await assert.rejects(ask("node", nobody), /ECONNREFUSED/);
});
