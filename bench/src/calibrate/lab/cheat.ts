/** A server that hides its work, or leaves it out where nobody looks, and the reason that a sound measure sees it. */
export interface Cheat {
  readonly name: string;
  readonly source: string;
  /** The metric that it makes look better; CPU time per request unless given. */
  readonly metric?: "cpu" | "peak" | "startup";
  /** The server that does the same work without hiding it; `honest` unless given. */
  readonly like?: string;
}

export const RIGHT = "Hello World!";
/** As long as the right response, so that the sum of bytes does not show it. */
const WRONG = "Hello Wor1d!";

export const PRELUDE = `
  const { createServer } = require("node:http");
  const { spawn, spawnSync } = require("node:child_process");
  const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  const reply = (response, text) => { response.setHeader("content-type", "text/plain"); response.end(text); };`;
export const WORK = "work(0.2);";

/** Returns a server with code that runs once, and code for each request. */
export function serving(once: string, each: string): string {
  return `${PRELUDE} ${once}
    createServer((request, response) => { ${each} reply(response, "${RIGHT}"); })
      .listen({ port: Number(process.env.PORT), host: "127.0.0.1", reusePort: globalThis.reusePort });`;
}

/** Returns a server that works and answers right only if `isSeen`, an expression, is true. */
export function pretending(once: string, isSeen: string): string {
  return serving(once, `if (!(${isSeen})) return reply(response, "${WRONG}"); ${WORK}`);
}

/** Clears the environment, changes the limits and leaves the session, so that no mark of deadheat is left. */
export const ESCAPED =
  'env -i PORT="$PORT" prlimit --msgqueue=1000:1000 setsid "$0" --eval "$1" >/dev/null 2>&1 &';

/** Nothing ends such a process, so it ends itself. */
export const ENDS = "setTimeout(() => process.exit(), 20_000);";
