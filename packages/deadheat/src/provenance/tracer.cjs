// Writes the path of each file that the process loads, one per line, to the file in DEADHEAT_TRACE. NODE_OPTIONS and
// BUN_OPTIONS load this module before a server (trace.ts). It is plain CommonJS, so that Node >= 20, Bun and Deno can
// preload it. An error in this module must never make the server fail.
"use strict";

function trace() {
  const { appendFileSync } = require("node:fs");
  const into = process.env.DEADHEAT_TRACE;
  const told = new Set();
  const tell = (files) => {
    const fresh = files.filter((file) => !told.has(file));
    for (const file of fresh) told.add(file);
    if (fresh.length > 0) appendFileSync(into, fresh.map((file) => `${file}\n`).join(""));
  };

  // In Deno 2.9 a cluster worker never reaches its main module if NODE_OPTIONS requires anything.
  if (process.versions.deno) {
    const own = `--require ${JSON.stringify(__filename)}`;
    process.env.NODE_OPTIONS = process.env.NODE_OPTIONS.replace(own, "").trim();
  }

  // V8 reports each script that it parses, ES module or CommonJS, now and later (Chrome DevTools Protocol,
  // Debugger.scriptParsed). module.registerHooks would do it too, but Node 20 lacks it, and with it Deno 2.9 fails to
  // require JSON. Bun's inspector needs an open port for this, but Bun also keeps ES modules in require.cache.
  if (!process.versions.bun) {
    const { Session } = require("node:inspector");
    const session = new Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params }) => {
      if (params.url.startsWith("file:")) tell([params.url]);
    });
    session.post("Debugger.enable");
  }

  // JSON and native addons are no scripts, so they come from require.cache. It is read repeatedly and not only at the end,
  // because a wrapper may not pass the signal on.
  const tellCached = () => tell(Object.keys(require.cache));
  setInterval(tellCached, 10).unref();
  process.on("exit", tellCached);
  process.prependListener("SIGTERM", () => {
    tellCached();
    // A server without a SIGTERM listener would have ended here.
    if (process.listenerCount("SIGTERM") === 1) process.exit(143);
  });
}

// Package managers start servers, but are no servers themselves.
const packageManager = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(?:-|\.|$)/;

try {
  if (!packageManager.test(require("node:path").basename(process.argv[1] ?? ""))) trace();
} catch {
  // The trace stays empty: Deno lacks a permission, or the runtime's version lacks one of these functions.
}
