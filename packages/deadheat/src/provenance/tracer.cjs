// Writes down each file that the process loads, a line each, to the file in DEADHEAT_TRACE. Loaded before a server by
// NODE_OPTIONS and BUN_OPTIONS (trace.ts). Plain CommonJS, so that Node >= 20, Bun and Deno all can preload it; whatever
// goes wrong in here must not be the server's failure.
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

  // A cluster's worker never gets to its main module in Deno 2.9 when NODE_OPTIONS requires anything.
  if (process.versions.deno) {
    const own = `--require ${JSON.stringify(__filename)}`;
    process.env.NODE_OPTIONS = process.env.NODE_OPTIONS.replace(own, "").trim();
  }

  // V8 tells of each script that it parses, ES module or CommonJS, now and later (Chrome DevTools Protocol,
  // Debugger.scriptParsed). module.registerHooks would do it too, but is not in Node 20, and with it Deno 2.9 fails to
  // require JSON. Bun's inspector has this only with an open port, but Bun keeps ES modules in require.cache too.
  if (!process.versions.bun) {
    const { Session } = require("node:inspector");
    const session = new Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params }) => {
      if (params.url.startsWith("file:")) tell([params.url]);
    });
    session.post("Debugger.enable");
  }

  // JSON and native addons are no scripts. Not only at the end: a wrapper may not hand the signal on.
  const tellCached = () => tell(Object.keys(require.cache));
  setInterval(tellCached, 100).unref();
  process.on("exit", tellCached);
  process.prependListener("SIGTERM", () => {
    tellCached();
    // Without a listener of its own, it would have ended.
    if (process.listenerCount("SIGTERM") === 1) process.exit(143);
  });
}

// They start servers, and are none.
const packageManager = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(?:-|\.|$)/;

try {
  if (!packageManager.test(require("node:path").basename(process.argv[1] ?? ""))) trace();
} catch {
  // Not known: a permission that Deno was not given, or a version without one of these.
}
