import assert from "node:assert/strict";
import { test } from "node:test";
import { createApps, serverThat } from "../broken-apps.ts";
import { deadheat } from "../command.ts";
import { typical } from "../typical.ts";
import type { VerifiedCell } from "../../src/verify/verify-all.ts";
import { namesOf, routesWithoutScenario, verify } from "../verified.ts";

// One target of each runtime. All of them are in slow/.
const checked = ["express/node", "elysia/bun", "fetch/deno"];

test("targets answer every route correctly, also from a store, and differences are reported", async () => {
  const stores = ["--scenarios", typical.join(",")];
  const cells = await verify("--targets", checked.join(","), ...stores);
  for (const target of checked) {
    const own = cells.filter((cell) => cell.target === target);
    assert.deepEqual(
      namesOf(own).toSorted(),
      [...routesWithoutScenario, "text", "json", "params", "echo", ...typical].toSorted(),
    );
    assert.ok(own.filter((cell) => cell.status === "ok").length >= 8, target);
  }
  const express = cells.find((c) => c.target === "express/node" && c.scenario === "text");
  const named = express?.differences ?? [];
  assert.ok(named.some((difference) => difference.name === "x-powered-by"));
  assert.ok(named.some((difference) => difference.kind === "bytes"));
});

/** Returns a response that is framed like a body written in parts. */
const CHUNKED = `
  const writeHead = res.writeHead.bind(res);
  res.writeHead = (status, { "content-length": _, ...fields }) => writeHead(status, fields);`;
/** Returns a server that answers correctly only once for each address. */
const ONCE = `
  const asked = (globalThis.asked ??= new Set());
  if (asked.has(req.url)) return res.writeHead(500).end();
  asked.add(req.url);`;

/** Returns a server that gives the same answer to everything. */
const SAME = 'res.setHeader("content-type", "text/plain"); return res.end("Hello World!");';

test("the described response is the one that load gets: with its framing, on a connection that is kept", async () => {
  createApps({
    "zz-closing": { source: serverThat('res.setHeader("connection", "close");') },
    "zz-cutting": { source: serverThat('res.on("finish", () => req.socket.end());') },
    "zz-chunked": { source: serverThat(CHUNKED) },
    "zz-once": { source: serverThat(ONCE) },
    "zz-same": { source: serverThat(SAME) },
  });
  const targets = "node-http/node,zz-closing,zz-cutting,zz-chunked,zz-once,zz-same";
  const words = ["--targets", targets, "--scenarios", "text"];
  const { code, stdout, stderr } = await deadheat("verify", "--json", ...words);
  assert.equal(code, 1, stderr);
  assert.notEqual(stdout, "", stderr);
  const { cells } = JSON.parse(stdout) as { cells: VerifiedCell[] };
  const of = (target: string) => cells.filter((cell) => cell.target === `${target}/node`);

  for (const target of ["zz-closing", "zz-cutting"]) {
    for (const { scenario, status, reason } of of(target)) {
      assert.equal(status, "failed", scenario);
      assert.match(reason ?? "", /: closes the connection after a response: a load keeps/);
    }
  }
  for (const { scenario, status, reason } of of("zz-once")) {
    assert.equal(status, "failed", scenario);
    if (scenario === "notFound") continue;
    assert.match(reason ?? "", /status 500 instead of 200(, when it was asked again)?$/);
  }
  assert.ok(of("zz-once").some(({ reason }) => reason?.endsWith("asked again")));

  const reasons = new Map(of("zz-same").map(({ scenario, reason }) => [scenario, reason]));
  assert.equal(reasons.get("text"), null);
  assert.match(reasons.get("hell") ?? "", /GET \/hell: body "Hello World!" instead of "Hell!"/);
  assert.match(reasons.get("notFound") ?? "", /status 200 instead of 404/);
  assert.match(reasons.get("echo") ?? "", /POST \/echo: body/);

  const text = (target: string) => of(target).find(({ scenario }) => scenario === "text");
  const floor = text("node-http");
  assert.equal(floor?.response?.headers.connection, "keep-alive");
  // The bytes are the status line, a line for each field, an empty line, and the body.
  const fields = Object.entries(floor.response.headers).map(([name, value]) => `${name}: ${value}`);
  const wire = ["HTTP/1.1 200 OK", ...fields, "", "Hello World!"].join("\r\n");
  assert.equal(floor.response.bytes, wire.length);

  const chunked = text("zz-chunked");
  assert.equal(chunked?.status, "ok");
  assert.deepEqual(
    chunked.differences.map(({ name, target, floor: at }) => [name, target, at]),
    [
      ["content-length", null, "12"],
      ["transfer-encoding", "chunked", null],
      [null, floor.response.bytes + 18, floor.response.bytes],
    ],
  );
});
