// Moves the listening socket of a server whose code fixes its port, so that two of them can run at once. NODE_OPTIONS and
// BUN_OPTIONS load this module before the server (moved-port.ts). It is plain CommonJS, as the tracer is.
"use strict";

const from = Number(process.env.DEADHEAT_MOVE_FROM);
// Without the variable of the port, the system chooses a free one.
const to = Number(process.env[process.env.DEADHEAT_MOVE_TO] ?? 0);

const isFixed = (port) =>
  (typeof port === "number" || typeof port === "string") && Number(port) === from;
const moved = (options, usual) =>
  typeof options === "object" && options !== null && isFixed(options.port ?? usual)
    ? Object.assign(Object.create(Object.getPrototypeOf(options)), options, { port: to })
    : options;

for (const { Server } of [require("node:net"), require("node:http"), require("node:https")]) {
  const { prototype } = Server;
  if (!Object.hasOwn(prototype, "listen")) continue;
  const { listen } = prototype;
  prototype.listen = function (first, ...others) {
    return listen.call(this, isFixed(first) ? to : moved(first), ...others);
  };
}

/** Replaces `serve` of Bun or Deno, which has a usual port. */
function replaceServe(runtime, usual) {
  const { serve } = runtime;
  runtime.serve = (...args) => {
    const hasOptions = args.some((one) => typeof one === "object" && one !== null);
    const all = hasOptions ? args : [{}, ...args];
    return serve(...all.map((one) => moved(one, usual)));
  };
}

if (globalThis.Bun) replaceServe(globalThis.Bun, 3000);
if (globalThis.Deno) replaceServe(globalThis.Deno, 8000);
