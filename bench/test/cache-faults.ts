import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startCacheServer } from "../cache-server/server.ts";
import { temporaryFolder } from "./fixtures.ts";

/** Answers a request instead of the cache server; true: it has. */
export type Fault = (asked: IncomingMessage, answer: ServerResponse) => boolean;

export const TOKEN = "a token of the tests";
const KEY = "a key of the tests, of more than 32 bytes";

export interface FaultyCache {
  /** The environment of a machine that uses the cache. */
  readonly env: Record<string, string>;
  /** Where the artifacts lie. */
  readonly folder: string;
  /** Sets the fault from now on. null for no fault. */
  fault: Fault | null;
}

/** A real cache server of turbo's, with something between it and its users that can go wrong. */
export async function startFaultyCache(t: {
  readonly after: (work: () => void | Promise<void>) => void;
}): Promise<FaultyCache> {
  const folder = temporaryFolder(t);
  const server = await startCacheServer({ folder, port: 0, token: TOKEN, key: KEY });
  const between = createServer((asked, answer) => {
    if (cache.fault?.(asked, answer)) return void asked.resume();
    const { method, headers, url } = asked;
    const onward = request(new URL(url ?? "/", server.url), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  t.after(async () => {
    between.close();
    between.closeAllConnections();
    await server.stop();
  });
  const { port } = between.address() as AddressInfo;
  const cache: FaultyCache = {
    env: {
      TURBO_API: `http://127.0.0.1:${port}`,
      TURBO_TOKEN: TOKEN,
      TURBO_TEAM: "deadheat",
      TURBO_TEAMID: "",
      TURBO_REMOTE_CACHE_SIGNATURE_KEY: KEY,
      TURBO_REMOTE_CACHE_READ_ONLY: "",
    },
    folder,
    fault: null,
  };
  return cache;
}

export function answers(status: number, method?: string): Fault {
  return (asked, answer) => {
    if (method !== undefined && asked.method !== method) return false;
    answer.writeHead(status).end();
    return true;
  };
}
