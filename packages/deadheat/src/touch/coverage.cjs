// Reports which functions a process has run, whenever the socket in DEADHEAT_COVERAGE asks. NODE_OPTIONS loads this module
// before a server that is started to learn its responses (covered.ts). It is plain CommonJS for Node >= 20 and Deno. Bun has
// no inspector in the process, so it reports nothing. An error in this module must never make the server fail.
"use strict";

function cover() {
  const { Session } = require("node:inspector");
  const { connect } = require("node:net");
  const session = new Session();
  session.connect();
  // A session of the same thread answers before `post` returns.
  const post = (method, params) => {
    let answer;
    session.post(method, params, (error, result) => {
      if (error === null) answer = result;
    });
    return answer;
  };
  post("Debugger.enable");
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const sent = new Set();
  // Taking the coverage sets all counts to 0.
  const take = () => {
    const { result } = post("Profiler.takePreciseCoverage");
    return result.flatMap(({ scriptId, url, functions }) => {
      const own = url === "" || url.startsWith("file:") || url.startsWith("/");
      if (!own || url.endsWith("/coverage.cjs")) return [];
      const ran = functions
        .flatMap(({ ranges }) => ranges.slice(0, 1))
        .filter(({ count }) => count > 0)
        .map(({ startOffset, endOffset }) => [startOffset, endOffset]);
      if (ran.length === 0) return [];
      const source = sent.has(scriptId)
        ? null
        : (post("Debugger.getScriptSource", { scriptId })?.scriptSource ?? null);
      sent.add(scriptId);
      return [{ id: scriptId, url, source, ran }];
    });
  };
  const socket = connect(process.env.DEADHEAT_COVERAGE);
  socket.unref();
  socket.on("error", () => {});
  socket.on("data", () => {
    let scripts = null;
    try {
      scripts = take();
    } catch {
      // The asker gets null: nothing is known.
    }
    socket.write(`${JSON.stringify(scripts)}\n`);
  });
}

// Package managers start servers, but are no servers themselves.
const packageManager = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(?:-|\.|$)/;

try {
  const name = require("node:path").basename(process.argv[1] ?? "");
  if (!process.versions.bun && !packageManager.test(name)) cover();
} catch {
  // Nothing connects, and every request counts as one whose functions are unknown.
}
