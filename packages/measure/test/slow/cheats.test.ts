import assert from "node:assert/strict";
import { test } from "node:test";
import { costOf, linux, round, server, work } from "../cheating.ts";

// Servers that work, or answer right, only where a check may look. Checks are drawn at random, so one round may miss them.

/** The rounds in which a cheat must be seen: those of a short comparison. */
const MOST_ROUNDS = 8;
/** The CPU time per request over that of the honest server, below which a cheat has gained something. */
const GAIN = 0.8;

const honest = server("", "work(0.2);");

/** Returns a server that works and answers right only if `isSeen`, an expression, is true. As many bytes are sent in any case. */
const pretending = (before: string, isSeen: string) =>
  server(
    before,
    `if (!(${isSeen})) return response.writeHead(200, { "content-type": "text/plain" }).end("Hello Wor1d!");
     work(0.2);`,
  );

const cheats = {
  "works in threads that end": server(
    `const { Worker } = require("node:worker_threads"); let count = 0;`,
    `if (++count % 100 === 0) new Worker(${JSON.stringify(`${work} work(20);`)}, { eval: true });`,
  ),
  "is right only if Host has a capital": pretending("", `request.rawHeaders.includes("Host")`),
  "is right only in the first requests of its process": pretending("let n = 0;", "++n < 200"),
  "is right only in the first requests of a connection": pretending(
    "const ages = new WeakMap();",
    "ages.set(request.socket, (ages.get(request.socket) ?? 0) + 1).get(request.socket) < 20",
  ),
  "is right only after a pause of the connection": pretending(
    `const last = new WeakMap();
     const pause = (socket) => {
       const [before, now] = [last.get(socket) ?? -1e9, performance.now()];
       last.set(socket, now);
       return now - before;
     };`,
    "pause(request.socket) > 60",
  ),
  "is right only without load": pretending(
    "let recent = 0; setInterval(() => (recent = 0), 100).unref();",
    "++recent < 50",
  ),
  "is right only on the newest connection": pretending(
    "let newest = null; const seen = new WeakSet();",
    "(seen.has(request.socket) || (seen.add(request.socket), (newest = request.socket)), request.socket === newest)",
  ),
} as const;
for (const [name, source] of Object.entries(cheats)) {
  test(`a server that ${name} gains nothing in eight rounds`, linux, async () => {
    for (let n = 1; n <= MOST_ROUNDS; n++) {
      const record = await round(source, honest, n);
      if (record.void !== null) return;
      if (costOf(record, "new") >= GAIN * costOf(record, "base")) return;
    }
    assert.fail("it had less CPU time per request in every round");
  });
}
