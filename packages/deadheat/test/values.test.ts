// Requests with many paths, and a login for each process.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { readRequests } from "../src/config/read-requests.ts";
import { headersFrom } from "../src/config/login.ts";
import { compare, UsageError } from "../src/index.ts";
import { folderOf } from "./config-folder.ts";

const pathsOf = (t: TestContext, content: string, request: string) =>
  readRequests([{ request, values: "file" }], folderOf(t, { file: content }), "requests")[0]?.paths;

test("values fill the names of a path, and a longer file is read at equal distances", (t) => {
  assert.deepEqual(pathsOf(t, "1\n\na b\r\n1\n", "GET /items/:id")?.drawn, [
    "/items/1",
    "/items/a%20b",
    "/items/1",
  ]);
  assert.deepEqual(pathsOf(t, "x,1", "GET /:kind/items?page=:page")?.drawn, ["/x/items?page=1"]);
  const many = pathsOf(t, Array.from({ length: 10_000 }, (_, i) => i).join("\n"), "GET /:id");
  assert.deepEqual([many?.drawn.length, many?.of, many?.drawn.at(-1)], [500, 10_000, "/9980"]);
  assert.throws(() => pathsOf(t, "1,2,3", "GET /:a/:b"), /has 3 values/);
  assert.throws(() => pathsOf(t, "\n", "GET /:a"), UsageError);
});

test("an access log gives the requests of its method that succeeded", (t) => {
  const log = [
    '1.2.3.4 - - [26/Nov/2026:11:00:00 +0000] "GET /a?b=c HTTP/1.1" 200 12 "-" "curl"',
    '1.2.3.4 - - [26/Nov/2026:11:00:00 +0000] "GET /gone HTTP/1.1" 404 12 "-" "curl"',
    '1.2.3.4 - - [26/Nov/2026:11:00:00 +0000] "POST /a HTTP/1.1" 200 12 "-" "curl"',
    "/plain",
    "https://example.org/whole?x=1",
    "no path",
  ];
  const paths = pathsOf(t, log.join("\n"), "GET /");
  assert.deepEqual(paths?.drawn, ["/a?b=c", "/plain", "/whole?x=1"]);
});

test("a login gives cookies, or a token of JSON, or an error", () => {
  const answer = {
    status: 200,
    headers: [["Set-Cookie", "a=1; Path=/"]] as const,
    body: '{"a":{"b":"t"}}',
  };
  assert.deepEqual(headersFrom("set-cookie")(answer), { cookie: "a=1" });
  assert.deepEqual(headersFrom("$.a.b")(answer), { authorization: "Bearer t" });
  assert.throws(() => headersFrom("$.toString")(answer), /no token at \$\.toString/);
  assert.throws(() => headersFrom("set-cookie")({ ...answer, headers: [] }), /sets no cookie/);
});

const server = `
  const token = String(Math.random());
  export default { async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/login") return Response.json({ token, sent: await request.text() });
    if (request.headers.get("authorization") !== "Bearer " + token) return new Response("", { status: 401 });
    const id = Number(pathname.split("/").at(-1));
    return id > 20 ? new Response("", { status: 201 }) : new Response("x".repeat(1 + id * 100));
  } };`;

test("each process is logged in once, and a load requests every value", async (t) => {
  const cwd = folderOf(t, {
    "a.mjs": server,
    "b.mjs": `${server}\n// b`,
    "ids.txt": Array.from({ length: 20 }, (_, i) => i + 1).join("\n"),
    "wrong.txt": "1\n21",
    "deadheat.config.json": JSON.stringify({
      requests: [{ request: "GET /items/:id", values: "ids.txt" }],
      login: { request: "POST /login", body: { name: "a" }, save: "$.token" },
    }),
  });
  const { readConfig } = await import("../src/config/read.ts");
  const config = await readConfig(cwd, null);
  assert.equal(config?.requests[0]?.login?.request.body, '{"name":"a"}');
  const { gate } = await import("../src/index.ts");
  const quick = {
    warmupRequests: 500,
    windowSeconds: 0.4,
    allowConcurrent: true,
    budgetSeconds: 5,
  };
  const gated = await gate({
    base: "./a.mjs",
    new: "./b.mjs",
    cwd,
    out: join(cwd, "out"),
    ...quick,
  });
  assert.equal(gated.cause, null);
  assert.deepEqual(
    gated.comparisons.map(({ scenario, base, new: next }) => [scenario, base, next]),
    [["GET /items/:id", "a.mjs/node", "b.mjs/node"]],
  );
  const requests = [{ request: "GET /items/:id", values: "ids.txt" }];
  rmSync(join(cwd, "deadheat.config.json"));
  await assert.rejects(
    compare({ base: "./a.mjs", new: "./b.mjs", requests, cwd, ...quick }),
    /returned status 401/,
    "without a login",
  );
});
