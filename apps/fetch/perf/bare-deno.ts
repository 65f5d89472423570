import { app } from "../src/app.ts";

// The control of bench/perf/adapter.ts: the same handlers on Deno.serve itself, without the adapter.

/** The part of Deno that this file uses. Deno's own types clash with those of Node and Bun. */
declare const Deno: {
  readonly pid: number;
  readonly version: { readonly deno: string };
  serve(
    options: { hostname: string; port: number; onListen: () => void },
    fetch: unknown,
  ): { readonly addr: { readonly port: number } };
  addSignalListener(signal: "SIGTERM", listener: () => void): void;
  exit(code: number): never;
};

const { fetch } = app as { fetch: unknown };
const { addr } = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, fetch);
Deno.addSignalListener("SIGTERM", () => Deno.exit(0));
console.log(
  JSON.stringify({
    deadheat: "ready",
    port: addr.port,
    pid: Deno.pid,
    runtime: "deno",
    version: Deno.version.deno,
  }),
);
