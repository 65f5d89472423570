import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { compare } from "../../src/index.ts";
import { setVariables } from "../../../journal/test/scratch.ts";
import { folderOf } from "../config-folder.ts";
import { warningWords } from "@deadheat/report/words";

test("a second port of a server is moved out of the way, and the server keeps its own", async (t) => {
  const blocker = createServer().listen(0);
  t.after(() => blocker.close());
  await once(blocker, "listening");
  const { port } = blocker.address() as AddressInfo;
  const source = `import { createServer } from "node:http";
    createServer((request, response) => response.end("metrics")).listen(${port});
    createServer((request, response) => response.end("mine")).listen(process.env.PORT);`;
  const cwd = folderOf(t, { "server.mjs": source });
  setVariables(t, { DEADHEAT_STATE_DIR: join(cwd, "state") });
  const requests = [{ path: "/", expect: { status: 200, body: "mine" } }];
  const quick = { rounds: 3, warmupRequests: 200, windowSeconds: 0.5, out: join(cwd, "out") };
  const asked = { base: "./server.mjs", new: "./server.mjs", aa: true, requests, cwd, ...quick };
  const { comparisons } = await compare(asked);
  const messages = comparisons[0]?.warnings.map(warningWords) ?? [];
  const told = `server.mjs/node also listens on port ${port}.`;
  assert.ok(
    messages.some((message) => message.startsWith(told)),
    messages.join("\n"),
  );
});
