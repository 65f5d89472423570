import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { departure, keptResponse, launch, type Exchange } from "@deadheat/measure";
import { readResult } from "../src/folder/report.ts";
import { floorsOf } from "../src/run/floor.ts";
import { runTargets } from "../src/run/run.ts";
import { type Running, steadyPart } from "../src/run/running.ts";
import { assertAlone, echo, testbed, machine, requests, running, scratch } from "./running.ts";

test("a run ranks its targets although one fails, and a second run measures only the failed one", async (t) => {
  const { folder, target } = scratch(t);
  const targets = [
    await target("plain@1.0", "node", ""),
    await target(
      "breaks",
      "bun",
      `if (request.method === "GET" && ++count > 700) process.exit(7);`,
    ),
  ];
  const asked = { requests: requests.slice(0, 1) };
  const first = { ...running(folder, "first", targets), ...asked };
  const { path, result } = await runTargets(first, testbed());
  assert.deepEqual(readResult(path), result);
  assert.deepEqual(
    result.cells
      .map(({ target: name, scenario, status }) => `${name} ${scenario} ${status}`)
      .toSorted(),
    [
      "breaks/bun GET / failed",
      "fetch/bun GET / ok",
      "node-http/node GET / ok",
      "plain@1.0/node GET / ok",
    ],
  );
  const failed = result.cells.find(({ status }) => status === "failed");
  assert.match(failed?.reason ?? "", /round 1: breaks\/bun: exited with code 7/);
  assert.deepEqual(
    result.bridges.map(({ floor, scenario, n }) => `${floor} ${scenario} ${n}`).toSorted(),
    ["fetch/bun GET / 2"],
  );
  assert.equal(result.noise.aa?.n, 2);
  assert.equal(result.run.measured.rounds, 7);
  assert.ok(!("deno" in result.tools), "only the runtimes in use are named");
  const report = readFileSync(join(first.folder.out, "report.md"), "utf8");
  // In the report's Markdown an invisible character follows the @, so that it mentions nobody.
  assert.match(report, /plain@(?:&#8203;)?1\.0\/node/);
  assert.ok(existsSync(join(first.folder.out, "report.html")));

  const notes: string[] = [];
  const again = { ...running(folder, "second", targets), ...asked };
  const second = await runTargets(again, testbed(notes));
  assert.equal(notes.filter((line) => line.includes("taken from the cache")).length, 3);
  assert.equal(second.result.run.measured.rounds, 1);
  for (const cell of second.result.cells) {
    const run = cell.framework === "breaks" ? null : first.folder.id;
    assert.equal(cell.replayedFrom?.run ?? null, run, cell.target);
  }

  // No server is started, because the cache has all journals.
  const gone = targets.slice(0, 1).map((one) => ({ ...one, entrant: () => assert.fail() }));
  const third = await runTargets({ ...running(folder, "third", gone), ...asked }, testbed());
  assert.equal(third.result.run.measured.rounds, 0);
  assert.ok(
    third.result.cells.every(({ status, replayedFrom }) => status === "ok" && replayedFrom),
  );
  assertAlone();
});

for (const runtime of ["node", "bun", "deno"] as const) {
  test(`the floor of ${runtime} sends exactly the responses of the targets`, async (t) => {
    const { folder, target } = scratch(t);
    const asked = (method: string, response: Exchange["response"]): Exchange => {
      const body = method === "GET" ? null : "sent";
      return { request: { method, path: "/x?y=1", headers: {}, body }, response };
    };
    const exchanges = [
      echo,
      asked("GET", { status: 404, mediaType: "text/html", body: "<p>Grüße</p>" }),
      asked("GET", { status: 200, mediaType: "none", body: "no type" }),
      asked("GET", { status: 200, mediaType: "text/plain", body: "" }),
      asked("DELETE", { status: 204, mediaType: "none", body: "" }),
    ];
    const run = running(folder, "out", [await target("plain", runtime, "")]);
    const floors = floorsOf({
      ...run,
      requests: exchanges.map((exchange, i) => ({ name: String(i), exchange })),
    });
    const floor = floors.find((one) => one.runtime === runtime);
    for (const exchange of exchanges) {
      const entrant = floor!.entrant(exchange);
      const { response = exchange.response } = entrant.asks ?? {};
      const own = { ...exchange, response };
      const started = await launch(entrant, machine.pinning);
      try {
        assert.equal(departure(own, await keptResponse(started.port, own)), null);
        assert.equal(response.body, exchange.response.body);
      } finally {
        await started.stop();
      }
    }
  });
}

test("a plan that cannot be measured is rejected with a message, before anything starts", async (t) => {
  const { folder, target } = scratch(t);
  const plain = await target("plain", "node", "");
  const none = { ...plain, entrant: () => assert.fail() };
  const run = running(folder, "out", [none]);
  const cases: [Partial<Running>, RegExp][] = [
    [{ targets: [none, none] }, /Two targets are called plain\/node. Give each a label/],
    [{ targets: [{ ...none, name: "fetch/bun" }] }, /fetch\/bun is the name of a floor/],
    [{ requests: [...requests, ...requests] }, /Two requests are called GET \//],
    [{ rounds: 1 }, /--rounds must be at least 2/],
    [{ budgetSeconds: 60 }, /Use --rounds or --budget/],
    [
      { rounds: null, budgetSeconds: 2 },
      /3 rounds of 4 duets.* take 3 s\. Give --budget 5s or more/,
    ],
  ];
  for (const [asked, expected] of cases) {
    await assert.rejects(runTargets({ ...run, ...asked }, testbed()), {
      name: "UsageError",
      message: expected,
    });
  }
});

// These facts decide whether `run` takes a target's journal from the store.
const exchange = (body: string, varies: boolean): Exchange => ({
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: {
    status: 200,
    mediaType: "text/plain",
    body,
    ...(varies && { problemOf: () => null }),
  },
});

test("a body that varies does not count, but the fact that it varies does", () => {
  assert.deepEqual(steadyPart(exchange("1", true)), steadyPart(exchange("2", true)));
  assert.notDeepEqual(steadyPart(exchange("1", false)), steadyPart(exchange("2", false)));
  assert.notDeepEqual(steadyPart(exchange("1", true)), steadyPart(exchange("1", false)));
});
