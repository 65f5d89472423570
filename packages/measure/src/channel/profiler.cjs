// Lets deadheat profile a process of a server, or collect its garbage, while it lives. NODE_OPTIONS and BUN_OPTIONS load
// this module before a server (preloaded.ts), in each of its processes and, on Node, in each worker thread. It is plain
// CommonJS, so that Node >= 20, Bun and Deno can preload it. It connects to the socket in DEADHEAT_CHANNEL (channel.ts), and
// then does nothing until a request comes. An error in this module must never make the server fail.
"use strict";

const MOST_COLLECTIONS = 4;
/** A collection that frees less has found nothing that waited for it. Heaps move by more between two loads. */
const FREED_BYTES = 4096;

function answerRequests() {
  const entered = performance.now();
  const { connect } = require("node:net");
  // The server's own code may look at its environment.
  const socket = connect(process.env.DEADHEAT_CHANNEL);
  socket.unref();
  socket.on("error", () => {});
  const tell = (message) => socket.write(`${JSON.stringify(message)}\n`);
  tell({ kind: "hello", pid: process.pid });

  let session = null;
  const post = (method, params = {}) => {
    if (session === null) {
      const { Session } = require("node:inspector");
      session = new Session();
      session.connect();
    }
    return new Promise((resolve, reject) => {
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
    });
  };
  // The inspector's collection repeats itself until weak references free nothing more, and shrinks the heap.
  const collect = () =>
    globalThis.Bun ? globalThis.Bun.gc(true) : post("HeapProfiler.collectGarbage");
  // The server's code may replace it later.
  const { memoryUsage } = process;
  const inUse = () => {
    const { heapUsed, external } = memoryUsage();
    // Bun's heap contains what its objects hold outside of it.
    return globalThis.Bun ? heapUsed : heapUsed + external;
  };
  // V8 throws away the bytecode of functions that have not run for a while, up to 1 MB at once.
  const keepCode = () => {
    if (globalThis.Bun || process.versions.deno) return;
    require("node:v8").setFlagsFromString("--no-flush-bytecode");
  };
  // A profile that begins with the process: `cpu` or `heap`, and the interval of its samples.
  const [early, size] = (process.env.DEADHEAT_PROFILE ?? "").split(" ");
  let began = null;
  const begin = async () => {
    if (early === "heap")
      await post("HeapProfiler.startSampling", { samplingInterval: Number(size) });
    if (early === "cpu") await answers.start(size);
  };
  const answers = {
    /** @param interval the time between two samples, in microseconds */
    async start(interval) {
      await post("Profiler.enable");
      await post("Profiler.setSamplingInterval", { interval: Number(interval) });
      await post("Profiler.start");
      return { kind: "started" };
    },
    async stop() {
      const { profile } = await post("Profiler.stop");
      session.disconnect();
      session = null;
      return { kind: "profile", profile, began };
    },
    async heap() {
      const { bytes } = await answers.collect();
      const { profile } = await post("HeapProfiler.getSamplingProfile");
      return { kind: "heap", profile, bytes };
    },
    async collect() {
      keepCode();
      // Finalizers run in a turn of the event loop, and what they let go is free in the next collection. A large heap takes
      // a second to collect, so no collection is repeated that freed nothing.
      let bytes = Infinity;
      for (let i = 0; i < MOST_COLLECTIONS; i++) {
        await collect();
        const before = bytes;
        bytes = Math.min(bytes, inUse());
        await new Promise((resolve) => setTimeout(resolve, 10));
        if (before - bytes < FREED_BYTES) break;
      }
      return { kind: "live", bytes: inUse() };
    },
  };
  const answer = (words) => {
    const [word, parameter] = words.split(" ");
    return answers[word](parameter).then(tell, (error) =>
      tell({ kind: "failed", message: String(error.message) }),
    );
  };
  // On Node and Bun, all of this happens at once.
  void begin().catch(() => {});
  began = { boot: entered / 1000, own: (performance.now() - entered) / 1000 };
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop();
    for (const line of lines) void answer(line);
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
  // Nothing connects: Deno lacks a permission.
}
