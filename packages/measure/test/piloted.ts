import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { defaultWarmup } from "@deadheat/journal";
import { asked, choosePinning, launch, pilot, type Pilot } from "@deadheat/measure";
import { obtainOha } from "../../oha/src/index.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

/** Starts a server that runs `work` for each request, and pilots it. */
export async function piloted(t: TestContext, work: string): Promise<Pilot> {
  const folder = temporaryFolder(t);
  const file = join(folder, "server.mjs");
  writeFileSync(
    file,
    `import { createServer } from "node:http";
     const used = () => process.cpuUsage().user + process.cpuUsage().system;
     const spin = (ms) => { const end = used() + 1000 * ms; while (used() < end); };
     createServer((request, response) => { const end = () => response.end("ok"); ${work} })
       .listen(process.env.PORT, "127.0.0.1");`,
  );
  const request = { method: "GET", path: "/", headers: {}, body: null };
  const exchange = { request, response: { status: 200, mediaType: null, body: "ok" } };
  const { signal } = new AbortController();
  const pinning = choosePinning();
  const command = [process.execPath, file];
  const entrant = { name: "server/node", runtime: "node", command, cwd: folder } as const;
  const server = await launch({ ...entrant, env: {}, asks: { request } }, pinning, signal);
  try {
    const bench = {
      oha: await obtainOha(),
      pinning,
      load: { warmup: defaultWarmup, windowSeconds: 1, connections: 50, workerThreads: 1 },
      signal,
    };
    return await pilot(await asked({ ...server, exchange }, signal), bench);
  } finally {
    await server.stop();
  }
}
