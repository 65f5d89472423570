import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { Interrupted } from "@deadheat/measure";
import { verifyTarget } from "../src/verify/verify.ts";
import { floor, pinning, round, testServing } from "./duet-round.ts";
import { target, temporaryFolder } from "./fixtures.ts";
import { noChildren, right, server } from "./own-server.ts";

test("a duet of two equal servers gives two plausible sides", async () => {
  const record = await round({ new: floor, base: floor });
  assert.equal(record.void, null);
  assert.ok(record.sides);
  for (const side of [record.sides.new, record.sides.base]) {
    assert.ok(side.good > 100);
    assert.ok(side.ends && side.ends.good > 0 && side.ends.good < side.good);
    assert.ok(side.ends.cpuSeconds < side.cpuSeconds);
    // Each server has at most half a CPU, measured over about 0.4 s.
    assert.ok(side.cpuSeconds > 0.01 && side.cpuSeconds < 0.6, `${side.cpuSeconds}`);
    assert.ok(side.startup.firstByte > side.startup.ready);
    assert.ok((side.sampled ?? 0) >= 1, "bodies are compared under load");
    assert.ok(side.memory === null || side.memory.peak >= side.memory.idle);
  }
  if (process.platform === "linux") {
    // Four generators ended in the window, and nothing else.
    const { generatorSeconds = 0 } = record.machine ?? {};
    const responses = record.sides.new.good + record.sides.base.good;
    const each = (generatorSeconds ?? 0) / responses;
    assert.ok(each > 2e-6 && each < 2e-4, `${each} s of the generators' CPU for a response`);
  }
  assert.ok(record.seconds.load > 0.4 && record.seconds.load < record.seconds.total);
  assert.deepEqual(noChildren(), []);
});

testServing("node");

const voids: [string, string, RegExp][] = [
  [
    "answers 500 after 200 requests",
    `if (count > 200) res.statusCode = 500; ${right}`,
    /status than 200/,
  ],
  [
    "answers another text of the same length only while it is under load",
    'server.getConnections((_, n) => { res.setHeader("content-type", "text/plain"); res.end(n > 5 ? "Hello Wurst!" : "Hello World!"); })',
    /under load, mine\/node: GET \/hello: body "Hello Wurst!" instead of "Hello World!"/,
  ],
  ["exits under load", `if (count > 200) process.exit(9); ${right}`, /exited with code 9/],
  [
    "drops connections",
    `if (count % 50 === 49) return req.socket.destroy(); ${right}`,
    /mine\/node: /,
  ],
];
for (const [name, onRequest, reason] of voids) {
  test(`a server that ${name} voids the round, with the reason`, async (t) => {
    // The loads are long enough for sampling bodies in each of them.
    const record = await round({ new: server(t, onRequest), base: floor }, { seconds: 1 });
    assert.match(record.void ?? "not void", reason);
    assert.equal(record.sides, null);
    assert.deepEqual(noChildren(), []);
  });
}

test("an interrupted duet leaves no process", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 900);
  await assert.rejects(
    round({ new: floor, base: floor }, { seconds: 5, signal: stop.signal }),
    Interrupted,
  );
  assert.deepEqual(noChildren(), []);
});

test("verify fails the route with a wrong body, and reports different headers", async (t) => {
  const wrong = server(
    t,
    `if (req.url.startsWith("/hey")) { res.setHeader("content-type", "text/plain"); res.setHeader("x-powered-by", "mine"); return res.end("Hey!"); }
     ${right}`,
  );
  const verdicts = await verifyTarget(wrong, floor, { pinning });
  const of = (name: string) => verdicts.find((verdict) => verdict.scenario === name);
  assert.equal(verdicts.length, 8);
  assert.equal(of("hey")?.status, "ok");
  assert.ok(
    of("hey")?.differences.some(
      (d) => d.name === "x-powered-by" && d.target === "mine" && d.floor === null,
    ),
  );
  assert.ok(of("hey")?.differences.some((d) => d.kind === "bytes"));
  assert.equal(of("text")?.status, "ok");
  assert.equal(of("hell")?.status, "failed");
  assert.match(of("hell")?.reason ?? "", /GET \/hell: body "Hello World!" instead of "Hell!"/);
  assert.equal(of("notFound")?.status, "failed");
  assert.match(of("notFound")?.reason ?? "", /status 200 instead of 404/);
  assert.match(of("echo")?.reason ?? "", /POST \/echo: body/);
});

test("a target that cannot start fails on every route", async (t) => {
  const directory = temporaryFolder(t);
  const verdicts = await verifyTarget(target("none/node", { directory }), floor, { pinning });
  assert.ok(verdicts.every((verdict) => verdict.status === "failed"));
  assert.match(verdicts[0]?.reason ?? "", /none\/node: exited with code 1/);
});
