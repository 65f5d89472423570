// Moves the one port that a server always listens on (DEADHEAT_MOVES) to the one in PORT, so that two of them can run at
// once. NODE_OPTIONS and BUN_OPTIONS load this module before the server (side.ts). Plain CommonJS, so that every runtime
// can preload it.
"use strict";

const { DEADHEAT_MOVES, PORT } = process.env;
const moved = (port) => (String(port) === DEADHEAT_MOVES ? Number(PORT) : port);
const inOptions = (options) =>
  options !== null && typeof options === "object" && "port" in options
    ? { ...options, port: moved(options.port) }
    : options;

const { Server } = require("node:net");
const { listen } = Server.prototype;
Server.prototype.listen = function (first, ...rest) {
  return listen.call(this, typeof first === "object" ? inOptions(first) : moved(first), ...rest);
};

// Without a port in its options, each of the two has its own usual port.
const USUAL = { Bun: "3000", Deno: "8000" };
for (const name of Object.keys(USUAL)) {
  const runtime = globalThis[name];
  if (runtime === undefined) continue;
  const { serve } = runtime;
  const port = USUAL[name] === DEADHEAT_MOVES ? { port: Number(PORT) } : {};
  runtime.serve = (first, ...rest) =>
    typeof first === "function"
      ? serve({ ...port }, first, ...rest)
      : serve(inOptions({ ...port, ...first }), ...rest);
}
