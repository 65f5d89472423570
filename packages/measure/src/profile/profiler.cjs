// Lets the process of a server be profiled while it lives. NODE_OPTIONS and BUN_OPTIONS load this module before a server
// (preloaded.ts), in each of its processes and, on Node, in each worker thread. It is plain CommonJS, so that Node >= 20,
// Bun and Deno can preload it. It connects to the socket in DEADHEAT_PROFILE (channel.ts), and then does nothing until it
// is asked to. An error in this module must never make the server fail.
"use strict";

function answerRequests() {
  const { Session } = require("node:inspector");
  const { connect } = require("node:net");
  // The server's own code may look at its environment.
  const path = process.env.DEADHEAT_PROFILE;
  const socket = connect(path);
  socket.unref();
  socket.on("error", () => {});
  const tell = (message) => socket.write(`${JSON.stringify(message)}\n`);
  tell({ kind: "hello", pid: process.pid });

  let session = null;
  const post = (method, params = {}) =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)));
    });
  const answers = {
    /** @param interval the time between two samples, in microseconds */
    async start(interval) {
      session = new Session();
      session.connect();
      await post("Profiler.enable");
      await post("Profiler.setSamplingInterval", { interval: Number(interval) });
      await post("Profiler.start");
      return { kind: "started" };
    },
    async stop() {
      const { profile } = await post("Profiler.stop");
      session.disconnect();
      return { kind: "profile", profile };
    },
  };
  const answer = (words) => {
    const [word, parameter] = words.split(" ");
    return answers[word](parameter).then(tell, (error) =>
      tell({ kind: "failed", message: String(error.message) }),
    );
  };
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
  // Nothing connects: Deno lacks a permission, or the runtime's version has no profiler.
}
