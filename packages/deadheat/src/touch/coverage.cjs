// Answers which functions a process has run since the last question (covered.ts). ask-processes.cjs loads this module.
"use strict";

const OURS = /\/(?:ask-processes|coverage)\.cjs$/;

module.exports = function cover(post) {
  post("Debugger.enable");
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const sent = new Set();
  // Taking the coverage sets all counts to 0.
  return () => {
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
};
