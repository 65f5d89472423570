// Answers which functions a process has run since the last question (covered.ts). ask-processes.cjs loads this module.
"use strict";

const { threadId } = require("node:worker_threads");

const OURS = /\/(?:ask-processes|coverage)\.cjs$/;

/** Calls `look` when a server of node:http gets its first request, before the code that answers it. */
function beforeFirstRequest(look) {
  const { Server } = require("node:http");
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, ...args) {
    if (event === "request") {
      Server.prototype.emit = emit;
      look();
    }
    return emit.call(this, event, ...args);
  };
}

module.exports = function cover(post) {
  post("Debugger.enable");
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const sent = new Set();
  // Taking the coverage sets all counts to 0.
  const scripts = () => {
    const { result } = post("Profiler.takePreciseCoverage");
    return result.flatMap(({ scriptId, url, functions }) => {
      const own = url === "" || url.startsWith("file:") || url.startsWith("/");
      if (!own || OURS.test(url)) return [];
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
  let startup = null;
  beforeFirstRequest(() => (startup = scripts()));
  return () => {
    const answer = { process: `${process.pid}.${threadId}`, startup, scripts: scripts() };
    startup = null;
    return answer;
  };
};
