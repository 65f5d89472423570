// Every way in which a server goes wrong ends in one sentence: what happened, in the server's own words, and what to try
// next. None ends in a verdict.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { suite, test } from "node:test";
import { folderOf } from "./config-folder.ts";

const main = join(import.meta.dirname, "../src/main.ts");
const listening = (answer: string) =>
  `import { createServer } from "node:http";
   createServer((request, response) => { ${answer} }).listen(process.env.PORT, "127.0.0.1");`;

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  /** The lines on standard error, from the error on. */
  readonly error: readonly string[];
}

function deadheat(cwd: string, words: readonly string[]): Promise<Outcome> {
  const args = [main, ...words, "--allow-concurrent"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, timeout: 300_000 }, (failure, stdout, stderr) => {
      const lines = stderr.split("\n");
      const from = lines.findIndex((line) => line.startsWith("deadheat: "));
      resolve({ code: Number(failure?.code ?? 0), stdout, error: lines.slice(from) });
    });
  });
}

const compare = ["compare", "./server.mjs", "./server.mjs", "--aa", "--rounds", "3"];

const broken: Record<string, { source: string; manifest?: object; code: number; first: RegExp }> = {
  "a variable that is missing": {
    source: `if (!process.env.DATABASE_URL) throw new Error("DATABASE_URL is not set");`,
    code: 3,
    first:
      /exited with code 1 before it was ready: "Error: DATABASE_URL is not set"\. Servers get only the variables that you name, and no \.env file\. Set DATABASE_URL, and add --env DATABASE_URL\.$/,
  },
  "a variable that is missing, as a logger says it on standard output": {
    source: `console.log(JSON.stringify({ level: 60, msg: "API_KEY is required" })); process.exit(2);`,
    code: 3,
    first: /exited with code 2 before it was ready: "API_KEY is required"\. .*add --env API_KEY\.$/,
  },
  "a database that does not run": {
    source: `import { connect } from "node:net"; connect(1, "127.0.0.1");`,
    code: 3,
    first: /"Error: connect ECONNREFUSED 127\.0\.0\.1:1"\. Start the service on port 1 first/,
  },
  "a file that is not built": {
    source: `import "./dist/app.js";`,
    code: 3,
    first:
      /Cannot find module .*dist\/app\.js.*\. If a build writes that file, add it: --setup "npm run build"\.$/,
  },
  "a project for another Node, whose error has a long stack": {
    source: `const error = new TypeError("no SlowBuffer"); error.requires = Array(99).fill("x".repeat(70)); throw error;`,
    manifest: { engines: { node: "14.x" } },
    code: 3,
    first:
      /"TypeError: no SlowBuffer"\. package\.json asks for Node 14\.x, and this is Node 26[\d.]+\. Try --runtime node@14\.$/,
  },
  "a package that is not installed": {
    source: `import "not-installed";`,
    code: 3,
    first: /Cannot find package 'not-installed'.*Add not-installed to the dependencies/,
  },
  "a program that is no server": {
    source: `console.log("built");`,
    code: 3,
    first: /exited with code 0 before it was ready: ".*listens on no port/,
  },
  "status 404": {
    source: listening(`response.statusCode = 404; response.end("no such page");`),
    code: 2,
    first:
      /GET \/ returned status 404: "no such page"\. Choose a request that works with --request/,
  },
  "a redirect to a login": {
    source: listening(`response.writeHead(302, { location: "/login" }); response.end();`),
    code: 2,
    first: /GET \/ redirects to "\/login"\. Send a session with --header "cookie: \.\.\."/,
  },
  "a redirect to another page": {
    source: listening(`response.writeHead(301, { location: "/en" }); response.end();`),
    code: 2,
    first: /GET \/ redirects to "\/en"\. Measure that page with --request "GET \/en"\./,
  },
  "an empty body": {
    source: listening(`response.end();`),
    code: 2,
    first:
      /GET \/ returned status 200 with an empty body\. .*expect: \{ status: 200 \} in deadheat\.config$/,
  },
};

// Most of the time goes by with waiting.
suite("before anything is measured", { concurrency: 3 }, () => {
  for (const [what, { source, manifest = {}, code, first }] of Object.entries(broken)) {
    test(`no verdict, but what to do: ${what}`, async (t) => {
      const cwd = folderOf(t, {
        "server.mjs": source,
        "package.json": JSON.stringify(manifest),
      });
      const outcome = await deadheat(cwd, compare);
      assert.match(outcome.error[0] ?? "", first);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ""]);
    });
  }

  test("a server that fails every request is named with the status and its own words", async (t) => {
    const source = listening(
      `console.error("TypeError: cannot read rows"); response.statusCode = 500; response.end();`,
    );
    const { code, error, stdout } = await deadheat(folderOf(t, { "server.mjs": source }), compare);
    assert.match(
      error[0] ?? "",
      /was not ready within 20 s: GET \/ gets a response with status 500: "TypeError: cannot read rows"\. Choose a request that works/,
    );
    assert.deepEqual([code, stdout, error[1]], [3, "", ""]);
  });

  test("a build that fails ends with its own words", async (t) => {
    const cwd = folderOf(t, { "server.mjs": listening(`response.end("a");`) });
    const setup = ["--setup", "echo src/a.ts:1 is broken; exit 2"];
    const { code, error, stdout } = await deadheat(cwd, [...compare, ...setup]);
    assert.match(
      error.join(" "),
      /--setup failed for \.\/server\.mjs.*: exit code 2 src\/a\.ts:1 is broken/,
    );
    assert.deepEqual([code, stdout], [3, ""]);
  });
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
  const quick = ["--rounds", "2", "--warmup", "200", "--window", "0.4s", "--json"];
  const { code, stdout, error } = await deadheat(cwd, [...compare, ...quick]);
  assert.equal(code, 0, error.join("\n"));
  assert.match(stdout, new RegExp(`"message": "server.mjs/node fixes its port to ${port}\\.`));
});
