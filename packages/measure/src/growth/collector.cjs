// Lets the live memory of a server be read. NODE_OPTIONS and BUN_OPTIONS load this module before a server (preloaded.ts),
// in each of its processes and, on Node, in each worker thread. It is plain CommonJS, so that Node >= 20, Bun and Deno can
// preload it. It connects to the socket in DEADHEAT_MEMORY (collectors.ts), and then does nothing until it is asked to
// collect. An error in this module must never make the server fail.
"use strict";

function answerRequests() {
  const { connect } = require("node:net");
  // The server's own code may look at its environment.
  const socket = connect(process.env.DEADHEAT_MEMORY);
  socket.unref();
  socket.on("error", () => {});
  const tell = (message) => socket.write(`${JSON.stringify(message)}\n`);
  tell({ kind: "hello", pid: process.pid });

  let session = null;
  // The inspector's collection repeats itself until weak references free nothing more, and shrinks the heap.
  const collectV8 = () =>
    new Promise((resolve, reject) => {
      if (session === null) {
        const { Session } = require("node:inspector");
        session = new Session();
        session.connect();
        keepCode();
      }
      session.post("HeapProfiler.collectGarbage", (error) => (error ? reject(error) : resolve()));
    });
  // V8 throws away the bytecode of functions that have not run for a while, up to 1 MB at once.
  const keepCode = () => {
    if (process.versions.deno) return;
    require("node:v8").setFlagsFromString("--no-flush-bytecode");
  };
  const collect = async () => (globalThis.Bun ? globalThis.Bun.gc(true) : collectV8());
  const answer = async () => {
    // Finalizers run in a turn of the event loop, and what they let go is free in the next collection.
    for (let i = 0; i < 3; i++) {
      await collect();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { heapUsed, external } = process.memoryUsage();
    // Bun's heap contains what its objects hold outside of it.
    tell({ kind: "live", bytes: globalThis.Bun ? heapUsed : heapUsed + external });
  };
  socket.on("data", () => {
    answer().catch((error) => tell({ kind: "failed", message: String(error.message) }));
  });
}

// Package managers start servers, but are no servers themselves.
const packageManager = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(?:-|\.|$)/;

try {
  // In Deno 2.9 a cluster worker never reaches its main module if NODE_OPTIONS requires anything.
  if (process.versions.deno) {
    const own = `--require ${JSON.stringify(__filename)}`;
    process.env.NODE_OPTIONS = process.env.NODE_OPTIONS.replace(own, "").trim();
  }
  if (!packageManager.test(require("node:path").basename(process.argv[1] ?? ""))) answerRequests();
} catch {
  // Nothing connects: Deno lacks a permission, or the runtime's version has no inspector.
}
