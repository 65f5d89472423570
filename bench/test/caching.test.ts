import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import process from "node:process";
import { after, test } from "node:test";
import { EnvironmentError, Interrupted } from "@deadheat/journal";
import type { CacheMode } from "../src/plan/request.ts";
import { chooseCaching } from "../src/cache/caching.ts";
import { remoteCacheOf } from "../src/cache/remote-cache.ts";
import { missingFrom } from "../src/cache/round-trip.ts";
import { answers, startFaultyCache, type Fault } from "./cache-faults.ts";

// A real cache server, and each way in which it can be of no use: told before anything is measured.

const cache = await startFaultyCache({ after });

/** Returns the decision and the messages of a run with this environment and fault. */
async function choose(
  asked: CacheMode | null,
  { env = {}, fault = null }: { env?: NodeJS.ProcessEnv; fault?: Fault | null } = {},
) {
  const kept = { ...process.env };
  cache.fault = fault;
  const said: string[] = [];
  const io = { note: (line: string) => said.push(line), signal: new AbortController().signal };
  try {
    Object.assign(process.env, cache.env, env);
    const { mode, read, remote } = await chooseCaching(asked, false, io);
    return { mode, read, remote: remote !== null, said };
  } finally {
    cache.fault = null;
    for (const name of Object.keys(cache.env)) delete process.env[name];
    Object.assign(process.env, kept);
  }
}

test("a remote cache that works is used, and makes class the default", async () => {
  const used = { mode: "class", read: true, remote: true, said: [] };
  assert.deepEqual(await choose(null), used);
  assert.deepEqual(await choose("class"), used);
  // The artifact of the trial is in the cache, with its signature.
  assert.ok(
    readdirSync(cache.folder, { recursive: true }).some((name) => String(name).endsWith(".tag")),
  );
});

test("without one, or for one instance alone, it is this clone's cache", async () => {
  const local = { mode: "instance", read: true, remote: false, said: [] };
  const none = { env: { TURBO_API: "" } };
  assert.deepEqual(await choose(null, none), local);
  assert.deepEqual(await choose("class", none), { ...local, mode: "class" });
  const broken: Fault = () => assert.fail("it was asked");
  assert.deepEqual(await choose("instance", { fault: broken }), local);
  assert.deepEqual(await choose("off", { fault: broken }), { ...local, mode: "off", read: false });
});

/** A response to GET with something changed. */
const gives =
  (body: string, headers = {}): Fault =>
  (asked, answer) => {
    if (asked.method !== "GET") return false;
    answer.writeHead(200, headers).end(body);
    return true;
  };

const faults: Record<string, { env?: NodeJS.ProcessEnv; fault?: Fault; says: RegExp }> = {
  "is down": { env: { TURBO_API: "http://127.0.0.1:1" }, says: /cannot be reached \(/ },
  "hangs up": {
    fault: (_, answer) => Boolean(answer.destroy()),
    says: /cannot be reached \(/,
  },
  "is slow": { fault: () => true, says: /is slow: no complete response within 5 s/ },
  "is full": { fault: answers(507, "PUT"), says: /is full \(507\)/ },
  "takes nothing of this size": { fault: answers(413, "PUT"), says: /is full \(413\)/ },
  "refuses the token": { env: { TURBO_TOKEN: "another" }, says: /rejects TURBO_TOKEN \(40[13]\)/ },
  "refuses to be written to": {
    fault: answers(403, "PUT"),
    says: /TURBO_REMOTE_CACHE_READ_ONLY=1/,
  },
  fails: { fault: answers(500), says: /does not work \(its response has status 500\)/ },
  "loses what it takes": {
    fault: answers(200, "PUT"),
    says: /accepted an artifact and did not keep it/,
  },
  "gives another's": { fault: gives("another's"), says: /another artifact than it was sent/ },
  "keeps no signature": {
    fault: (() => {
      let sent = Buffer.alloc(0);
      return (asked, answer) => {
        if (asked.method === "GET") return Boolean(answer.writeHead(200).end(sent));
        sent = Buffer.alloc(0);
        asked.on("data", (chunk: Buffer) => (sent = Buffer.concat([sent, chunk])));
        asked.on("end", () => answer.writeHead(200).end());
        return true;
      };
    })(),
    says: /does not keep signatures/,
  },
  "has no token": { env: { TURBO_TOKEN: "" }, says: /needs TURBO_TOKEN/ },
  "has no team": { env: { TURBO_TEAM: "" }, says: /needs TURBO_TEAM or TURBO_TEAMID/ },
  "has a short key": {
    env: { TURBO_REMOTE_CACHE_SIGNATURE_KEY: "short" },
    says: /needs TURBO_REMOTE_CACHE_SIGNATURE_KEY with at least 32 bytes/,
  },
};

for (const [name, { says, ...how }] of Object.entries(faults)) {
  test(`a remote cache that ${name} is told in one line, and fails a run that asked for it`, async () => {
    const { mode, remote, said } = await choose(null, how);
    assert.deepEqual([mode, remote, said.length], ["instance", false, 1]);
    assert.match(said[0] ?? "", says);
    assert.doesNotMatch(said[0] ?? "", /\n|127\.0\.0\.1/);
    if (name === "is slow") return;
    await assert.rejects(choose("class", how), (error: Error) => {
      assert.ok(error instanceof EnvironmentError);
      assert.match(error.message, says);
      assert.match(error.message, /--cache instance\.$/);
      return true;
    });
  });
}

test("who may only read sends nothing, and hears of a token that is refused", async () => {
  const only = { TURBO_REMOTE_CACHE_READ_ONLY: "true" };
  const asked: string[] = [];
  const listen: Fault = ({ method }) => (asked.push(method ?? ""), false);
  assert.equal((await choose(null, { env: only, fault: listen })).remote, true);
  assert.deepEqual(asked, ["GET"]);
  const refused = await choose(null, { env: { ...only, TURBO_TOKEN: "another" } });
  assert.match(refused.said[0] ?? "", /rejects TURBO_TOKEN/);
});

test("what was sent and is not there is found", async () => {
  const remote = remoteCacheOf(cache.env);
  assert.ok(remote);
  const { signal } = new AbortController();
  const there = (readdirSync(cache.folder, { recursive: true }) as string[])
    .map((name) => name.split("/").at(-1) ?? "")
    .find((name) => /^[0-9a-f]{16}$/.test(name));
  assert.ok(there);
  assert.deepEqual(await missingFrom(remote, [there, "0123456789abcdef"], signal), [
    "0123456789abcdef",
  ]);
  await assert.rejects(missingFrom(remote, [there], AbortSignal.abort()), Interrupted);
});
