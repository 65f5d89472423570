// Services with Postgres, their own migrations and a mix of five requests.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { bisect, gate } from "../../src/index.ts";
import { commitAll, write, type Files } from "../../../versions/test/revisions-repository.ts";
import { readConfig } from "../../src/config/read.ts";
import { initIn } from "../init-command.ts";
import { repositoryOf } from "../repository-with-oha.ts";

const pool = `import pg from "pg";
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  const rowsOf = async (text, ...values) => (await pool.query(text, values)).rows;
  const list = () => rowsOf("SELECT * FROM item ORDER BY id LIMIT 50");
  const one = (id) => rowsOf("SELECT * FROM item WHERE id = $1", id);
  const tagged = (tag) => rowsOf("SELECT id, name FROM item WHERE tag = $1 ORDER BY id", tag);
  const add = (item) => rowsOf("INSERT INTO cart (item) VALUES ($1)", item);`;

/** @param work the statement that the handler of the list runs beside its query */
const servers: Readonly<
  Record<string, { dependencies: object; server: (work: string) => string }>
> = {
  express: {
    dependencies: { express: "5", pg: "8" },
    server: (work) => `import express from "express"; ${pool}
      const app = express();
      app.use(express.json());
      app.get("/", (request, response) => response.json({ ok: true }));
      app.get("/items", async (request, response) => { ${work} response.json(await list()); });
      app.get("/items/:id", async ({ params }, response) => response.json(await one(params.id)));
      app.get("/tags/:tag", async ({ params }, response) => response.json(await tagged(params.tag)));
      app.post("/cart", async ({ body }, response) => { await add(body.item); response.json(body); });
      app.listen(process.env.PORT, "127.0.0.1");`,
  },
  hono: {
    dependencies: { hono: "4", "@hono/node-server": "1", pg: "8" },
    server: (
      work,
    ) => `import { serve } from "@hono/node-server"; import { Hono } from "hono"; ${pool}
      const app = new Hono();
      app.get("/", (c) => c.json({ ok: true }));
      app.get("/items", async (c) => { ${work} return c.json(await list()); });
      app.get("/items/:id", async (c) => c.json(await one(c.req.param("id"))));
      app.get("/tags/:tag", async (c) => c.json(await tagged(c.req.param("tag"))));
      app.post("/cart", async (c) => { const body = await c.req.json(); await add(body.item); return c.json(body); });
      serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT) });`,
  },
};

const files = (server: string, dependencies: object): Files => ({
  ".gitignore": "node_modules",
  "package.json": JSON.stringify({
    type: "module",
    scripts: { start: "node server.js", migrate: "node migrate.js" },
    dependencies,
  }),
  "server.js": server,
  "migrate.js": `import pg from "pg";
    const client = new pg.Client(process.env.DATABASE_URL);
    await client.connect();
    await client.query(\`CREATE TABLE item AS SELECT i AS id, 'item ' || i AS name, 'tag' || i % 20 AS tag
      FROM generate_series(1, 2000) i\`);
    await client.query("CREATE INDEX ON item (id); CREATE TABLE cart (item int)");
    await client.end();`,
  "ids.txt": "1\n2\n3\n5\n8\n13\n",
  "deadheat.config.json": JSON.stringify({
    services: ["postgres"],
    prepare: "npm run migrate",
    gate: "10%",
    requests: [
      { request: "GET /", share: 20 },
      { request: "GET /items", share: 30 },
      { request: "GET /items/:id", values: "ids.txt", share: 30 },
      { request: "GET /tags/tag3", share: 10 },
      { request: "POST /cart", body: { item: 3 }, share: 10 },
    ],
  }),
});

for (const [name, { server, dependencies }] of Object.entries(servers)) {
  test(`a service of ${name} with Postgres fails its gate with a slower query handler, and passes without`, async (t) => {
    const cwd = await repositoryOf(t, files(server(""), dependencies));
    execFileSync("npm", ["install", "--package-lock-only", "--no-audit"], { cwd, stdio: "ignore" });
    commitAll(cwd, "lockfile");

    const same = await gate({ base: "HEAD", cwd, budgetSeconds: 720, aa: true });
    assert.notEqual(same.gate.outcome, "failed", same.gate.reason ?? "");
    assert.notEqual(same.gate.outcome, "unmeasured", same.gate.reason ?? "");
    assert.equal(same.comparisons.length, 6);

    write(cwd, {
      "server.js": server(
        "const until = performance.now() + 0.3; while (performance.now() < until);",
      ),
    });
    const failed = await gate({ base: "HEAD", cwd, budgetSeconds: 720 });
    assert.equal(failed.gate.outcome, "failed", failed.gate.reason ?? "");
    const slow = failed.comparisons.filter(({ gate: own }) => own?.outcome === "failed");
    const names = slow.map(({ scenario }) => scenario);
    assert.ok(names.includes("GET /items"), names.join(", "));
    for (const other of names) assert.ok(["GET /items", "mix"].includes(other), other);
  });
}

test("a search gives each commit its own data in the services", async (t) => {
  const { server, dependencies } = servers.express as (typeof servers)[string];
  const cwd = await repositoryOf(t, files(server(""), dependencies));
  execFileSync("npm", ["install", "--package-lock-only", "--no-audit"], { cwd, stdio: "ignore" });
  commitAll(cwd, "lockfile");
  for (const [message, code] of [
    ["a comment", `${server("")} // a`],
    ["slower", server("const until = performance.now() + 2; while (performance.now() < until);")],
  ] as const) {
    write(cwd, { "server.js": code });
    commitAll(cwd, message);
  }
  const { document } = await bisect({
    base: "HEAD~2",
    cwd,
    requests: ["GET /items"],
    budgetSeconds: 1200,
  });
  assert.equal(document.outcome, "found");
  assert.deepEqual(
    document.changes.map(({ candidate }) => candidate.subject),
    ["slower"],
  );
});

test("init asks a service that needs a database for its routes, and writes both", async (t) => {
  const { dependencies, server } = servers.express ?? assert.fail();
  const { "deadheat.config.json": _, ...own } = files(server(""), dependencies);
  const cwd = await repositoryOf(t, own);
  execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd, stdio: "ignore" });
  const { code, said, notes } = await initIn(
    cwd,
    "--service",
    "postgres",
    "--prepare",
    "npm run migrate",
  );
  assert.equal(code, 0, [said, ...notes].join("\n"));
  const config = await readConfig(cwd, null);
  assert.deepEqual(
    [config?.services.map(({ kind }) => kind), config?.prepare],
    [["postgres"], "npm run migrate"],
  );
  const names = config?.requests?.map(({ name }) => name) ?? [];
  assert.ok(names.includes("GET /items") && names.includes("GET /"), `${names}`);
});
