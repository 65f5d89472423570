// A mix of requests: its row is the CPU time of one request by the shares of all of them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { readContents } from "@deadheat/journal";
import { efficiency } from "@deadheat/judge";
import type { ReadRequest } from "../src/config/read-requests.ts";
import { compare, UsageError } from "../src/index.ts";
import { groupsOf } from "../src/plan/mix.ts";
import { folderOf } from "./config-folder.ts";

const quick = { rounds: 2, warmupRequests: 200, windowSeconds: 0.5, allowConcurrent: true };

/** Makes a folder with two servers, of which the new one needs `spin` ms more for `/rare`. */
function serversOf(t: TestContext, spin: number): string {
  const server = (milliseconds: number) => `
    const spin = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };
    export default { fetch(request) {
      spin(0.01);
      if (new URL(request.url).pathname === "/rare") spin(${milliseconds});
      return new Response("Hello!");
    } };`;
  return folderOf(t, { "old.mjs": server(0), "new.mjs": server(spin) });
}

const shares = [
  { request: "GET /", share: 9 },
  { request: "GET /rare", share: 1 },
];

test("the mix weighs the CPU time of its requests by their shares, and has its own limit and page", async (t) => {
  const cwd = serversOf(t, 0.04);
  const requests = [...shares, "GET /alone"];
  const out = join(cwd, "out");
  const options = { base: "./old.mjs", new: "./new.mjs", requests, gate: 0.3, cwd, out, ...quick };
  const { rounds: _, ...gated } = { ...options, budgetSeconds: 6 };
  const { comparisons, gate } = await compare(gated);
  const scenarios = comparisons.map(({ scenario }) => scenario);
  assert.deepEqual(scenarios, ["GET /", "GET /rare", "mix", "GET /alone"]);
  const [first, second, whole] = comparisons;
  assert.deepEqual(
    [first, second, whole].map((one) => one?.n),
    Array(3).fill(first?.n),
    "the requests and the mix have the same rounds",
  );
  const roundsIn = async (journal = "") => {
    const { journals } = await readContents([join(out, journal)]);
    return journals.flatMap((one) => one.rounds);
  };
  const starts = async (journal = "") =>
    (await roundsIn(journal)).map(({ sides }) => sides?.base.startup.ready);
  assert.deepEqual(
    await starts(first?.journal),
    await starts(second?.journal),
    "one process answers both requests of a round",
  );
  const costs = async (journal = "") => {
    const measured = await roundsIn(journal);
    return measured.flatMap(({ sides }) =>
      sides === null ? [] : [1 / efficiency(sides.base), 1 / efficiency(sides.new)],
    );
  };
  const [often, rare, mixed] = await Promise.all(
    [first, second, whole].map((one) => costs(one?.journal)),
  );
  assert.ok(mixed !== undefined && mixed.length >= 2);
  for (const [i, cost] of mixed.entries()) {
    const expected = 0.9 * (often?.[i] ?? 0) + 0.1 * (rare?.[i] ?? 0);
    assert.ok(Math.abs(cost / expected - 1) < 1e-9, `${cost}, not ${expected}`);
  }
  assert.deepEqual(
    whole?.metrics.map(({ metric }) => metric),
    ["cpu"],
  );
  assert.equal(whole?.gate?.limit, 0.3);
  assert.notEqual(gate?.outcome, "passed", "a rare request needs almost twice as much");
});

test("no other request shares the processes of one that writes or is in no mix", () => {
  const request = (method: string, share: number | null) =>
    ({
      name: method,
      request: { method, path: "/", headers: {}, body: null },
      share,
    }) as ReadRequest;
  const mix = [request("GET", 5), request("POST", 1), request("HEAD", 1), request("GET", null)];
  assert.deepEqual(groupsOf(mix), [[0, 2], [1], [3]]);
  assert.deepEqual(groupsOf(mix.slice(1, 2)), [[0]]);
});

test("a mix needs two requests with a share, and its name", async (t) => {
  const cwd = serversOf(t, 0);
  const asked = (requests: Parameters<typeof compare>[0]["requests"]) =>
    compare({ base: "./old.mjs", new: "./new.mjs", requests, cwd, ...quick });
  await assert.rejects(asked([{ request: "GET /", share: 1 }, "GET /b"]), UsageError);
  await assert.rejects(asked([...shares, { name: "mix", request: "GET /b" }]), /named "mix"/);
  await assert.rejects(asked([{ request: "GET /", share: 0 }]), /a number above 0/);
});
