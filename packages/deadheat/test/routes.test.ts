import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { describeMachine, launch } from "@deadheat/measure";
import { scratchOf, write } from "../../versions/test/revisions-repository.ts";
import { nameOf } from "../src/routes/candidate.ts";
import { fromHar } from "../src/routes/har.ts";
import { fromOpenApi } from "../src/routes/openapi.ts";
import { openRouteTable } from "../src/routes/route-table.ts";
import { tried } from "../src/routes/tried.ts";

const document = (version: string) => ({
  openapi: version,
  info: { title: "shop", version: "1" },
  servers: [{ url: "https://shop.example/api" }],
  paths: {
    "/items/{id}": {
      parameters: [{ $ref: "#/components/parameters/id" }],
      get: { responses: {} },
      delete: { responses: {} },
    },
    "/search": {
      get: {
        parameters: [
          {
            name: "q",
            in: "query",
            required: true,
            schema: { type: "string", default: "red shoes" },
          },
          { name: "page", in: "query", schema: { type: "integer" } },
          { name: "size", in: "query", schema: { type: "integer" }, example: 20 },
        ],
        responses: {},
      },
    },
    "/orders": {
      post: {
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
        },
        responses: {},
      },
    },
    "/photos": {
      post: { requestBody: { content: { "multipart/form-data": { schema: {} } } }, responses: {} },
    },
    "/tree": {
      post: {
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } },
        },
        responses: {},
      },
    },
  },
  components: {
    parameters: {
      id: { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 7 } },
    },
    schemas: {
      Order: {
        type: "object",
        properties: {
          count: { type: "integer", example: 3 },
          at: { type: "string", format: "date" },
        },
      },
      Node: { type: "object", properties: { child: { $ref: "#/components/schemas/Node" } } },
    },
  },
});

test("an OpenAPI document gives requests with its examples, and always the same", async (t) => {
  for (const version of ["3.0.3", "3.1.0"]) {
    const file = join(scratchOf(t), "openapi.json");
    writeFileSync(file, JSON.stringify(document(version)));
    const { found, left } = await fromOpenApi(file);
    assert.deepEqual(await fromOpenApi(file), { found, left });
    assert.deepEqual(found.map(nameOf), [
      "GET /api/items/7",
      "DELETE /api/items/7",
      "GET /api/search?q=red+shoes&size=20",
      "POST /api/orders",
      "POST /api/tree",
    ]);
    assert.match(JSON.stringify(found[3]?.body), /"count":3/);
    assert.deepEqual(left, [
      { request: "POST /api/photos", why: "its body is multipart/form-data" },
    ]);
  }
  await assert.rejects(
    fromOpenApi({ openapi: "2.0", info: {}, paths: {} }),
    /OpenAPI version: 2\.0/,
  );
  await assert.rejects(fromOpenApi("/nowhere.json"), /cannot be read/);
  if (process.platform !== "linux") return;
  await assert.rejects(fromOpenApi("/dev/zero"), /cannot be read: it is no regular file/);
});

test("a recorded session gives the requests to its own host, and no secret", (t) => {
  const file = join(scratchOf(t), "session.har");
  const entry = (
    method: string,
    url: string,
    more: object = {},
    mimeType = "application/json",
    status = 200,
  ) => ({
    request: { method, url, headers: [], cookies: [], ...more },
    response: { status, content: { mimeType } },
  });
  const cookie = {
    headers: [
      { name: "Cookie", value: "sid=4711" },
      { name: "Accept", value: "application/json" },
      { name: "If-None-Match", value: 'W/"1"' },
    ],
  };
  const entries = [
    entry("GET", "https://cdn.example/early.js"),
    entry("GET", "https://shop.example/", {}, "text/html; charset=utf-8"),
    entry("GET", "https://shop.example/items?page=2", cookie),
    entry("GET", "https://shop.example/items?page=2", cookie, "application/json", 304),
    entry("POST", "https://shop.example/cart", {
      postData: { mimeType: "application/json", text: `{"item":3}` },
    }),
    entry("POST", "https://shop.example/login", {
      postData: { mimeType: "application/json", text: `{"password":"hunter2"}` },
    }),
    entry("GET", "https://shop.example/me?access_token=4712"),
    entry("GET", "https://shop.example/gone", {}, "text/plain", 404),
  ];
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  const { found, left } = fromHar(file);
  assert.deepEqual(
    found.map((one) => [nameOf(one), one.count, one.body]),
    [
      ["GET /", 1, undefined],
      ["GET /items?page=2", 2, undefined],
      ["POST /cart", 1, `{"item":3}`],
    ],
  );
  assert.deepEqual(found[1]?.headers, { accept: "application/json" });
  assert.doesNotMatch(JSON.stringify({ found, left }), /4711|4712|hunter2/);
  assert.deepEqual(
    left.map(({ why }) => why.split(":")[0]),
    [
      "another host",
      "its body has a secret",
      "its query has a secret",
      "it got status 404",
      "secrets are never copied",
    ],
  );
});

const servers: Readonly<Record<string, string>> = {
  express: `import express from "express";
    const app = express(); const api = express.Router(); const users = express.Router(); const sub = express();
    users.get("/:userId", (q, r) => q.params.userId === "ann" ? r.json({}) : r.sendStatus(404));
    users.get("/", (q, r) => r.json([{ userId: "ann" }]));
    users.post("/", (q, r) => { throw new Error("sent"); });
    api.use("/users", users); sub.get("/stats", (q, r) => r.json(1));
    app.use(express.json()); app.use("/api", api); app.use("/admin", sub);
    app.get("/", (q, r) => r.send("hi")); app.get("/closed", (q, r) => r.sendStatus(401));
    app.listen(process.env.PORT, "127.0.0.1");`,
  fastify: `import fastify from "fastify";
    const app = fastify();
    app.get("/", () => "hi"); app.get("/closed", (q, r) => r.code(401).send());
    app.register(async (api) => {
      api.get("/users", () => [{ userId: "ann" }]);
      api.get("/users/:userId", (q, r) => q.params.userId === "ann" ? {} : r.code(404).send());
      api.post("/users", () => { throw new Error("sent"); });
    }, { prefix: "/api" });
    app.get("/admin/stats", () => 1);
    await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });`,
  hono: `import { Hono } from "hono"; import { serve } from "@hono/node-server";
    const app = new Hono(); const api = new Hono();
    api.get("/users", (c) => c.json([{ userId: "ann" }]));
    api.get("/users/:userId", (c) => c.req.param("userId") === "ann" ? c.json({}) : c.notFound());
    api.post("/users", () => { throw new Error("sent"); });
    app.use("*", (c, next) => next()); app.route("/api", api);
    app.get("/", (c) => c.text("hi")); app.get("/closed", (c) => c.text("", 401)); app.get("/admin/stats", (c) => c.json(1));
    serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });`,
  koa: `import Koa from "koa"; import Router from "@koa/router";
    const app = new Koa(); const api = new Router({ prefix: "/api" }); const main = new Router();
    api.get("/users", (c) => { c.body = [{ userId: "ann" }]; });
    api.get("/users/:userId", (c) => { if (c.params.userId === "ann") c.body = {}; });
    api.post("/users", () => { throw new Error("sent"); });
    main.get("/", (c) => { c.body = "hi"; }); main.get("/closed", (c) => { c.status = 401; }); main.get("/admin/stats", (c) => { c.body = [1]; });
    app.use(main.routes()); app.use(api.routes()); app.listen(process.env.PORT, "127.0.0.1");`,
};

for (const [name, source] of Object.entries(servers)) {
  test(`the routes of ${name} are listed, and those that read are tried out`, async (t) => {
    const app = join(import.meta.dirname, "../../../apps", name);
    const file = join(app, `.routes-${process.pid}.mjs`);
    write(app, { [`.routes-${process.pid}.mjs`]: source });
    const { rmSync } = process.getBuiltinModule("node:fs");
    t.after(() => rmSync(file, { force: true }));
    const table = await openRouteTable(scratchOf(t));
    const request = { method: "GET", path: "/", headers: {}, body: null };
    const entrant = table.watched({
      name,
      runtime: "node",
      command: [process.execPath, file],
      cwd: app,
      env: { PATH: process.env["PATH"] ?? "" },
      asks: { request },
    });
    const { signal } = new AbortController();
    const server = await launch(entrant, describeMachine(1).pinning, signal);
    try {
      const { found, left } = await tried(await table.read(), server.port, signal);
      assert.deepEqual(found.map(nameOf).toSorted(), [
        "GET /",
        "GET /admin/stats",
        "GET /api/users",
        "GET /api/users/ann",
      ]);
      assert.deepEqual(left.map(({ request: one }) => one).toSorted(), [
        "GET /closed",
        "POST /api/users",
      ]);
    } finally {
      await server.stop();
      table.close();
    }
  });
}
