import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { UsageError } from "@deadheat/journal";
import { type Config, defineConfig } from "../../src/config/config.ts";
import { readConfig } from "../../src/config/read.ts";
import { folderOf } from "../config-folder.ts";

const everything: Required<Config> = defineConfig({
  $schema: "./node_modules/deadheat/schema/config.schema.json",
  targets: [
    "hono@4/bun",
    { label: "new", server: "./b.ts" },
    { server: "./c.ts/deno" },
    {
      label: "built",
      command: "node dist/server.js --port {port}",
      port: "LISTEN",
      runtime: "node",
      env: { MODE: "full" },
      cwd: "service",
      setup: "npm run build",
    },
    { label: "quoted", command: ["sh", "-c", "exec ./serve"], port: undefined },
  ],
  app: "./server.ts",
  requests: [
    "GET /",
    "/plain",
    { request: "POST /echo", headers: { "X-Kind": "mine" }, body: "text", gate: "0.5 %" },
    {
      method: "PUT",
      path: "/items/1?a=b",
      body: { n: 1 },
      expect: { status: 201, body: { n: 1 } },
    },
    { path: "/file", body: { file: "./body.txt" }, name: "from a file" },
    { name: "list", body: [1], headers: { "Content-Type": "text/json" }, expect: { body: "ok" } },
  ],
  runtimes: ["node", "bun@1.3", "node@^24"],
  setup: "npm run build",
  env: ["DATABASE_URL"],
  scripts: ["prisma"],
  writable: ["/var/lib/shop"],
  gate: "5%",
  budget: "1.5m",
  margin: "2%",
  allowDifferent: true,
}) as Required<Config>;

test("every field is read, in base units and with absolute paths", async (t) => {
  const folder = folderOf(t, {
    "deadheat.config.json": JSON.stringify(everything),
    "body.txt": "from disk",
  });
  const json = { "content-type": "application/json" };
  const none = { status: null, body: null };
  const usual = { ignore: [], keepAlive: true, share: null, paths: null, login: null };
  const get = { method: "GET", headers: {}, body: null };
  assert.deepEqual(await readConfig(folder, null), {
    path: join(folder, "deadheat.config.json"),
    folder,
    targets: [
      { kind: "server", spec: "hono@4/bun" },
      { kind: "server", spec: "new=./b.ts" },
      { kind: "server", spec: "./c.ts/deno" },
      {
        kind: "command",
        label: "built",
        command: ["node", "dist/server.js", "--port", "{port}"],
        port: "LISTEN",
        runtime: "node",
        env: { MODE: "full" },
        cwd: join(folder, "service"),
        setup: "npm run build",
      },
      {
        kind: "command",
        label: "quoted",
        command: ["sh", "-c", "exec ./serve"],
        port: "PORT",
        runtime: null,
        env: {},
        cwd: folder,
        setup: null,
      },
    ],
    app: join(folder, "server.ts"),
    requests: [
      { name: "GET /", request: { ...get, path: "/" }, expect: none, ...usual, gate: null },
      {
        name: "GET /plain",
        request: { ...get, path: "/plain" },
        expect: none,
        ...usual,
        gate: null,
      },
      {
        name: "POST /echo",
        request: { method: "POST", path: "/echo", headers: { "x-kind": "mine" }, body: "text" },
        expect: none,
        ...usual,
        gate: { cpu: 0.005 },
      },
      {
        name: "PUT /items/1?a=b",
        request: { method: "PUT", path: "/items/1?a=b", headers: json, body: `{"n":1}` },
        expect: { status: 201, body: { n: 1 } },
        ...usual,
        gate: null,
      },
      {
        name: "from a file",
        request: { ...get, path: "/file", body: "from disk" },
        expect: none,
        ...usual,
        gate: null,
      },
      {
        name: "list",
        request: { ...get, path: "/", headers: { "content-type": "text/json" }, body: "[1]" },
        expect: { status: null, body: "ok" },
        ...usual,
        gate: null,
      },
    ],
    runtimes: [
      { name: "node", version: null },
      { name: "bun", version: "1.3" },
      { name: "node", version: "^24" },
    ],
    setup: "npm run build",
    services: [],
    prepare: null,
    login: null,
    env: ["DATABASE_URL"],
    scripts: ["prisma"],
    writable: ["/var/lib/shop"],
    history: null,
    gate: { cpu: 0.05 },
    budgetSeconds: 90,
    margin: 0.02,
    rate: null,
    ignore: [],
    allowDifferent: true,
  });
});

test("a missing field is null or empty, and undefined counts as missing", async (t) => {
  const folder = folderOf(t, { "deadheat.config.mjs": "export default { gate: undefined };" });
  const { path: _, folder: __, ...config } = (await readConfig(folder, null)) ?? {};
  assert.deepEqual(config, {
    targets: [],
    app: null,
    requests: [],
    runtimes: [],
    setup: null,
    services: [],
    prepare: null,
    login: null,
    env: [],
    scripts: [],
    writable: [],
    history: null,
    gate: null,
    budgetSeconds: null,
    margin: null,
    rate: null,
    ignore: [],
    allowDifferent: false,
  });
});

test("what a configuration ignores applies to all its requests, beside their own", async (t) => {
  const requests = ["GET /", { request: "GET /a", ignore: ["/a+/i"], keepAlive: false }];
  const text = JSON.stringify({ requests, ignore: ["$.items[*].at"] });
  const read = await readConfig(folderOf(t, { "deadheat.config.json": text }), null);
  const paths = read?.requests.map(({ ignore, keepAlive }) => [
    ignore.map((one) => one.text),
    keepAlive,
  ]);
  assert.deepEqual(paths, [
    [["$.items[*].at"], true],
    [["/a+/i", "$.items[*].at"], false],
  ]);
});

const wrong: [unknown, RegExp][] = [
  [{ ignore: ["id"] }, /: ignore\[0\] must be a path of JSON such as .*, not 'id'$/],
  [{ ignore: ["$.a["] }, /: ignore "\$\.a\[" is not a path of JSON\. Write /],
  [
    { requests: [{ request: "GET /", ignore: ["/(/"] }] },
    /requests\[0\]\.ignore "\/\(\/" is not a regular exp/,
  ],
  [{ requests: [{ path: "/", keepAlive: "no" }] }, /keepAlive must be true or false, not 'no'/],
  [5, /^deadheat\.config\.json must be an object, not 5$/],
  [[], /must be an object, not a list/],
  [{ target: [] }, /has an unknown field "target" \(did you mean "targets"\?\)$/],
  [{ colour: 1 }, /has an unknown field "colour" \(the fields are \$schema, targets, /],
  [{ targets: "x" }, /: targets must be a list of servers, .*, not 'x'$/],
  [{ targets: [5] }, /: targets\[0\] must be a server as the command line names it/],
  [
    { targets: [{ label: "x", comand: "node" }] },
    /unknown field "comand" \(did you mean "command"/,
  ],
  [{ targets: [{ label: "x" }] }, /targets\[0\] must have "server"$/],
  [{ targets: [{ command: "node a.js" }] }, /targets\[0\] must have "label"$/],
  [{ targets: [{ server: "./a.js", cwd: "x" }] }, /has "cwd", which does not go with "server"$/],
  [{ targets: [{ label: "a b", server: "x" }] }, /\.label must be a name of letters.*, not 'a b'/],
  [
    { targets: [{ label: "a", command: "a && b" }] },
    /command must be a program .*signs of a shell/,
  ],
  [{ targets: [{ label: "a", command: [] }] }, /command must name a program/],
  [{ targets: [{ label: "a", command: "a", port: 3000 }] }, /port must be the name of.*not 3000$/],
  [{ targets: [{ label: "a", command: "a", runtime: "python" }] }, /one of node, bun, deno/],
  [{ targets: ["./a", "./a"] }, /targets\[1\] is called ".\/a", like an earlier one/],
  [{ requests: ["hello"] }, /requests\[0\] must be a method in capitals and a path/],
  [{ requests: ["GET /", { name: "GET /" }] }, /requests\[1\] is called "GET \/", like an earlier/],
  [{ requests: [{ request: "GET /", method: "GET" }] }, /"request", which does not go with "path"/],
  [{ requests: [{ method: "GET" }] }, /requests\[0\] must have "path"$/],
  [{ requests: [{ path: "/", method: "FETCH" }] }, /method must be one of GET, POST/],
  [{ requests: [{ headers: ["a: b"] }] }, /headers must be an object, not a list/],
  [{ requests: [{ headers: { "a b": "x" } }] }, /the name of a header.*, not 'a b'/],
  [{ requests: [{ headers: { a: "x\ny" } }] }, /headers\.a must be the text of a header/],
  [{ requests: [{ body: 5 }] }, /body must be a text, or an object for JSON, not 5/],
  [
    { requests: [{ body: { file: "none.txt" } }] },
    /requests\[0\]\.body\.file: ".*" cannot be read: it does not exist/,
  ],
  [{ requests: [{ expect: { status: "200" } }] }, /expect\.status must be a status.*, not '200'/],
  [
    { requests: [{ expect: { stats: 200 } }] },
    /expect has an unknown field "stats" \(did you mean "status"/,
  ],
  [{ requests: [{ gate: "five" }] }, /requests\[0\]\.gate must be a percentage above 0%/],
  [{ gate: "100%" }, /: gate must be a percentage.*, not '100%'$/],
  [{ margin: 0.02 }, /: margin must be a percentage.*, not 0.02$/],
  [{ budget: "2 minutes" }, /: budget must be a time, such as "90s", "2m" or "1h"/],
  [{ scripts: ["--all"] }, /scripts\[0\] must be the name of a package/],
  [{ writable: ["data"] }, /writable\[0\] must be an absolute folder, or one in your home/],
  [{ writable: ["/"] }, /writable\[0\] must be an absolute folder/],
  [{ env: ["A-B"] }, /env\[0\] must be the name of an environment variable.*, or a file of them/],
  [{ runtimes: ["nodejs"] }, /runtimes\[0\] must be one of node, bun, deno, with a version/],
  [{ allowDifferent: "yes" }, /allowDifferent must be true or false, not 'yes'/],
  [{ setup: " " }, /setup must be a shell command/],
];

test("an error names the wrong field, its allowed values and its value in one line", async (t) => {
  const folder = folderOf(t, {});
  for (const [value, expected] of wrong) {
    writeFileSync(join(folder, "deadheat.config.json"), JSON.stringify(value));
    await assert.rejects(readConfig(folder, null), (error: unknown) => {
      assert.ok(error instanceof UsageError, String(error));
      assert.match(error.message, expected);
      assert.match(error.message, /^deadheat\.config\.json.*$/);
      return true;
    });
  }
});
