import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createApps, serverThat } from "../../broken-apps.ts";
import { deadheat, resultOf } from "../../command.ts";
import { temporaryFolder } from "../../fixtures.ts";

// Measures servers that fail under load, all in one run of the real command. Each fails its own cell with the reason and
// does not affect the others.

const wrong = (when: string, body = "Hello Wurst!") =>
  serverThat(`if (${when}) {
    res.setHeader("content-type", "text/plain");
    return void res.end(${JSON.stringify(body)});
  }`);

const load = ["--rounds", "3", "--seed", "3", "--force"];

/** Runs these apps with the floor. Checks that each fails for its reason and the floor does not fail. */
async function failEach(
  t: TestContext,
  apps: Readonly<Record<string, readonly [source: string, reason: RegExp]>>,
  ...seconds: string[]
): Promise<void> {
  const sources = Object.entries(apps).map(([name, [source]]) => [name, { source }]);
  createApps(Object.fromEntries(sources));
  const out = join(temporaryFolder(t), "run");
  const targets = ["--targets", Object.keys(apps).join(",")];
  const finished = await deadheat(...targets, ...load, ...seconds, "--json", "--out", out);
  const result = resultOf(finished, 1);
  const cells = new Map(result.cells.map((cell) => [cell.framework, cell]));
  assert.equal(cells.get("node-http")?.status, "ok", finished.stderr);
  for (const [name, [, reason]] of Object.entries(apps)) {
    const cell = cells.get(name);
    assert.equal(cell?.status, "failed", name);
    assert.match(cell?.reason ?? "", reason);
    assert.equal(cell?.efficiency, null);
    assert.equal(cell?.rank, null);
  }
}

test("servers that fail under load: each cell says how, and the next one runs", (t) =>
  failEach(
    t,
    {
      "zz-exits": [
        serverThat('if (count > 1000) { console.error("out of luck"); process.exit(9); }'),
        /exited with code 9; its last words:\nout of luck/,
      ],
      "zz-garbage": [
        'console.log("listening on 3000 \\u001b[2J"); setInterval(() => {}, 1000);',
        /printed "listening on 3000 \\u001b\[2J" instead of its readiness/,
      ],
      "zz-killed": [
        serverThat('if (count > 1000) process.kill(process.pid, "SIGKILL");'),
        /exited with SIGKILL/,
      ],
      "zz-leaks": [
        `if (process.execArgv.length === 0) {
           const limit = "--max-old-space-size=24";
           process.execve(process.execPath, [process.execPath, limit, process.argv[1]], process.env);
         }
         const kept = [];
         ${serverThat("kept.push(Array.from({ length: 2000 }, (_, i) => ({ i })));")}`,
        /exited with SIGABRT; its last words:[^]*heap out of memory/,
      ],
      "zz-descriptors": [
        `import { openSync } from "node:fs";
         if (process.env.LIMITED === undefined) {
           const limited = 'ulimit -n 150; LIMITED=1 exec "$0" "$1"';
           process.execve("/bin/sh", ["sh", "-c", limited, process.execPath, process.argv[1]], process.env);
         }
         ${serverThat('try { openSync("/dev/null"); } catch { /* It goes on. */ }')}`,
        /zz-descriptors\/node: .*(?:requests failed|not answer|no (?:answer|response)|timeout|reset|closed|EMFILE)/s,
      ],
      "zz-drops": [
        serverThat("if (count % 500 === 499) return void req.socket.destroy();"),
        /zz-drops\/node: /,
      ],
    },
    "--warmup",
    "500",
    "--window",
    "0.5s",
  ));

test("servers that answer wrongly from request 10,000 on: the round is void, the cell fails", (t) =>
  failEach(
    t,
    {
      "zz-status": [
        serverThat("if (count > 10_000) return void res.writeHead(500).end();"),
        /had another status than 200 \(\d+ x 500\)/,
      ],
      "zz-length": [wrong("count > 10_000", "Hello!"), /bodies of \d+ bytes instead of \d+/],
      "zz-content": [wrong("count > 10_000"), /body "Hello Wurst!" instead of "Hello World!"/],
      // The one answer that is checked after the load is correct again.
      "zz-loaded": [
        `let last = 0; ${wrong("count > 10_000 && (last + 20 > (last = performance.now()))")}`,
        /under load, .* body "Hello Wurst!" instead of "Hello World!"/,
      ],
    },
    "--warmup",
    "500",
    "--window",
    "2s",
  ));
