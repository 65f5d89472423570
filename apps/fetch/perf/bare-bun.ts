import { app } from "../src/app.ts";

// The control of bench/perf/adapter.ts: the same handlers on Bun.serve itself, without the adapter.

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
declare const Bun: {
  readonly version: string;
  serve(options: { hostname: string; port: number; fetch: unknown }): { readonly port: number };
};

const { fetch } = app as { fetch: unknown };
const { port } = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
process.once("SIGTERM", () => process.exit(0));
console.log(
  JSON.stringify({
    deadheat: "ready",
    port,
    pid: process.pid,
    runtime: "bun",
    version: Bun.version,
  }),
);
