// Every way in which a server goes wrong ends in one sentence: what happened, in the server's own words, and what to try
// next. None ends in a verdict.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { hideVariables } from "@deadheat/journal";
import { compare, EnvironmentError, UsageError } from "../src/index.ts";
import type { CompareOptions } from "../src/plan/options.ts";
import { startFailure } from "../src/ready/start-failure.ts";
import { setVariables } from "../../journal/test/scratch.ts";
import { folderOf } from "./config-folder.ts";
import { warningWords } from "@deadheat/report/words";

type ErrorClass = typeof EnvironmentError | typeof UsageError;

const listening = (answer: string) =>
  `import { createServer } from "node:http";
   createServer((request, response) => { ${answer} }).listen(process.env.PORT, "127.0.0.1");`;

/** Compares the server of a folder with itself. */
function compared(cwd: string, options: CompareOptions = {}) {
  const itself = { base: "./server.mjs", new: "./server.mjs", aa: true };
  return compare({ ...itself, rounds: 2, allowConcurrent: true, cwd, ...options });
}

/** Returns the message of the error that ends a comparison, in one line. */
async function failure(cwd: string, Kind: ErrorClass, options: CompareOptions = {}) {
  const error: unknown = await compared(cwd, options).catch((reason: unknown) => reason);
  assert.ok(error instanceof Kind, String(error));
  return error.message.replaceAll("\n", " ");
}

const broken: Record<
  string,
  { source: string; manifest?: object; kind: ErrorClass; says: RegExp }
> = {
  "a variable that is missing": {
    source: `if (!process.env.DATABASE_URL) throw new Error("DATABASE_URL is not set");`,
    kind: EnvironmentError,
    says: /exited with code 1 before it was ready: "Error: DATABASE_URL is not set"\. Servers get only the variables that you name\. Set DATABASE_URL and add --env DATABASE_URL, or pass a file: --env \.env\.( |$)/,
  },
  "a variable that is missing, as a logger says it on standard output": {
    source: `console.log(JSON.stringify({ level: 60, msg: "API_KEY is required" })); process.exit(2);`,
    kind: EnvironmentError,
    says: /exited with code 2 before it was ready: "API_KEY is required"\. .*add --env API_KEY, or pass a file: --env \.env\.( |$)/,
  },
  "a variable that is missing, in words on a line each": {
    source: `console.error("ValidationException: no APP_KEY is set in the environment".replaceAll(" ", "\\n")); process.exit(1);`,
    kind: EnvironmentError,
    says: /"ValidationException: no APP_KEY is set in the environment"\. .*add --env APP_KEY, or pass a file/,
  },
  "a database that does not run": {
    source: `import { connect } from "node:net"; connect(1, "127.0.0.1");`,
    kind: EnvironmentError,
    says: /"Error: connect ECONNREFUSED 127\.0\.0\.1:1"\. Start the service on port 1 first/,
  },
  "a file that is not built": {
    source: `import "./dist/app.js";`,
    kind: EnvironmentError,
    says: /Cannot find module .*dist\/app\.js.*\. If a build writes that file, add it: --setup "npm run build"\.( |$)/,
  },
  "a project for another Node, whose error has a long stack": {
    source: `const error = new TypeError("no SlowBuffer"); error.requires = Array(99).fill("x".repeat(70)); throw error;`,
    manifest: { engines: { node: "14.x" } },
    kind: EnvironmentError,
    says: /"TypeError: no SlowBuffer"\. package\.json asks for Node 14\.x, and this is Node 26[\d.]+\. Try --runtime node@14\.( |$)/,
  },
  "a package that is not installed": {
    source: `import "not-installed";`,
    kind: EnvironmentError,
    says: /Cannot find package 'not-installed'.*Add not-installed to the dependencies/,
  },
  "a program that is no server": {
    source: `console.log("built");`,
    kind: EnvironmentError,
    says: /exited with code 0 before it was ready: ".*listens on no port/,
  },
  "status 404": {
    source: listening(`response.statusCode = 404; response.end("no such page");`),
    kind: UsageError,
    says: /GET \/ returned status 404: "no such page"\. Choose a request that works with --request/,
  },
  "a redirect to a login": {
    source: listening(`response.writeHead(302, { location: "/login" }); response.end();`),
    kind: UsageError,
    says: /GET \/ redirects to "\/login"\. Send a session with --header "cookie: \.\.\."/,
  },
  "a redirect to another page": {
    source: listening(`response.writeHead(301, { location: "/en" }); response.end();`),
    kind: UsageError,
    says: /GET \/ redirects to "\/en"\. Measure that page with --request "GET \/en"\./,
  },
  "an empty body": {
    source: listening(`response.end();`),
    kind: UsageError,
    says: /GET \/ returned status 200 with an empty body\. .*expect: \{ status: 200 \} in deadheat\.config$/,
  },
};

for (const [what, { source, manifest = {}, kind, says }] of Object.entries(broken)) {
  test(`no verdict, but what to do: ${what}`, async (t) => {
    const files = { "server.mjs": source, "package.json": JSON.stringify(manifest) };
    assert.match(await failure(folderOf(t, files), kind), says);
  });
}

test("a driver that asks for a package names it, if its install script did not run", (t) => {
  const scripts = { install: "node-gyp rebuild" };
  const manifest = JSON.stringify({ scripts });
  const root = folderOf(t, { "node_modules/sqlite3/package.json": manifest });
  setVariables(t, { DEADHEAT_CACHE: root });
  const words =
    'Error: SQLite package has not been found installed. Please run "npm install sqlite3".';
  const start = { how: "exited with code 1", words, elsewhere: [] };
  const side = {
    name: "HEAD/node",
    cwd: root,
    program: { kind: "file", file: "" },
    runtime: "node",
  };
  const failed = (allowed: readonly string[]) =>
    startFailure(
      { ...side, scripts: allowed, found: { path: "", version: "26.0.0" } } as never,
      start,
    );
  assert.match(failed([]), /Add --allow-scripts sqlite3, or scripts: \["sqlite3"\]/);
  assert.doesNotMatch(failed(["sqlite3"]), /--allow-scripts/);
});

test("a submodule and a pointer of Git LFS that a checkout does not have are named", () => {
  const start = { how: "exited with code 1", words: "Error: Cannot find module './lib'" };
  const side = { name: "HEAD", cwd: "/nowhere", program: { kind: "file", file: "" }, scripts: [] };
  const said = (path: string, url: string, pointers: readonly string[] = []) =>
    startFailure(
      { ...side, runtime: "node" } as never,
      { ...start, elsewhere: [] },
      {
        submodules: path === "" ? [] : [{ path, url }],
        pointers,
      },
    );
  assert.match(
    said("lib", "https://a.test/lib.git"),
    /lib is a submodule, .* --setup 'git clone https:\/\/a\.test\/lib\.git lib && git -C lib checkout/,
  );
  assert.doesNotMatch(said("lib", "https://a.test/`id`"), /`/, "nothing to copy that runs more");
  assert.match(said("", "", ["a.bin", "b.bin"]), /content of a\.bin and 1 more, .* only a pointer/);
});

test("an error of syntax in a checkout with pointers names them too", (t) => {
  const cwd = folderOf(t, { "a.mjs": "\nJSON.parse(text);\n" });
  const words = `file://${cwd}/a.mjs:2\nJSON.parse(text);\n     ^\nSyntaxError: Unexpected token 'v', "version ht"... is not valid JSON`;
  const said = startFailure(
    { name: "HEAD", cwd, scripts: [], program: { kind: "file", file: "" } } as never,
    { how: "exited with code 1", words, elsewhere: [] },
    { submodules: [], pointers: ["data.json"] },
  );
  assert.match(
    said,
    /^HEAD cannot start: a\.mjs:2: SyntaxError: .* Git LFS has .* data\.json, .*\n/,
  );
  assert.match(said, /^> {4}2 \| JSON\.parse/m);
});

test("a folder that words leave out does not hide the file and line of an error", (t) => {
  const cwd = folderOf(t, { "a.mjs": "let a;\nconst b = ;\nlet c;\n" });
  setVariables(t, { PWD: cwd });
  hideVariables({ PWD: cwd });
  const failed = (words: string) =>
    startFailure(
      { name: "a.mjs/node", cwd, scripts: [], program: { kind: "file", file: "" } } as never,
      { how: "exited with code 1", words, elsewhere: [] },
    );
  const syntax =
    "file://$PWD/a.mjs:2\nconst b = ;\n          ^\n\nSyntaxError: Unexpected token ';'";
  assert.match(
    failed(syntax),
    /^a\.mjs\/node cannot start: a\.mjs:2: SyntaxError: .*\n.*let a;\n>/,
  );
  const types =
    "file://$PWD/a.mjs:2\nenum A { B }\n^^^^\n\nSyntaxError [ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: TypeScript enum is not supported";
  assert.match(failed(types), /not supported.* --setup "npm run build", or run it .*\.ts\/bun\n/);
  const missing = "Error: Cannot find module '$PWD/dist/a.js'";
  assert.match(
    failed(missing),
    /'\.\/dist\/a\.js'"\. If a build writes that file, add it: --setup/,
  );
});

test("no verdict, but what to do: a file of variables that git does not track", async (t) => {
  const cwd = folderOf(t, { "server.mjs": listening(`response.end("ok");`) });
  const command = "node --env-file=.env server.mjs";
  const commands = { base: undefined, new: undefined, commands: [command, command] };
  assert.match(
    await failure(cwd, EnvironmentError, commands),
    /exited with code 9 before it was ready: ".*: \.env: not found"\. A checkout has only the files that git tracks, and \.env is none of them\. Start the server without it, such as --command "node server\.js", and pass its variables with --env \.env\./,
  );
});

test("a server that fails every request is named with the status and its own words", async (t) => {
  const source = listening(
    `console.error("TypeError: cannot read rows"); response.statusCode = 500; response.end();`,
  );
  const cwd = folderOf(t, { "server.mjs": source });
  assert.match(
    await failure(cwd, EnvironmentError, { readySeconds: 2 }),
    /was not ready within 2 s: GET \/ gets a response with status 500: "TypeError: cannot read rows"\. Choose a request that works/,
  );
});

test("a build that fails ends with its own words", async (t) => {
  const cwd = folderOf(t, { "server.mjs": listening(`response.end("a");`) });
  const setup = "echo src/a.ts:1 is broken; exit 2";
  assert.match(
    await failure(cwd, EnvironmentError, { setup }),
    /--setup failed for \.\/server\.mjs.*: exit code 2 src\/a\.ts:1 is broken/,
  );
});

test("a server that fixes its port is moved to another one, also if something else listens there", async (t) => {
  const other = createServer((_, response) => response.end("of somebody else")).listen(0);
  t.after(() => other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  // With a free port it is the server of init.test.ts.
  const fixed = `import { createServer } from "node:http";
    createServer((request, response) => response.end("mine")).listen(${port});`;
  const cwd = folderOf(t, { "server.mjs": fixed });
  const { comparisons } = await compared(cwd, {
    rounds: 1,
    warmupRequests: 200,
    windowSeconds: 0.4,
  });
  const said = comparisons[0]?.warnings.map(warningWords).join("\n") ?? "";
  assert.ok(said.includes(`server.mjs/node fixes its port to ${port}.`), said);
});
