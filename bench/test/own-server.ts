import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { processTree } from "@deadheat/measure";
import type { Target } from "../src/targets/manifest.ts";
import { target, temporaryFolder } from "./fixtures.ts";

/** Returns a target whose server is this program. */
export function program(
  t: TestContext,
  name: string,
  source: string,
  changes: Partial<Target> = {},
): Target {
  const directory = temporaryFolder(t);
  mkdirSync(join(directory, "src"));
  writeFileSync(join(directory, "src", "main.ts"), source);
  return target(name, { directory, ...changes });
}

/** Returns a node:http server. `onRequest` is the body of its request listener, `besides` is other code. */
export function server(t: TestContext, onRequest: string, besides = ""): Target {
  return program(
    t,
    "mine/node",
    `import { createServer } from "node:http";
     ${besides}
     let count = 0;
     const server = createServer((req, res) => { count++; ${onRequest} });
     server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({
       deadheat: "ready", port: server.address().port, pid: process.pid, runtime: "node", version: "1",
     })));
     process.on("SIGTERM", () => process.exit(0));`,
  );
}

/** The body of a request listener that gives the right response. */
export const right = 'res.setHeader("content-type", "text/plain"); res.end("Hello World!")';

export const noChildren = () => processTree(process.pid).filter((pid) => pid !== process.pid);
