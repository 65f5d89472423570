// Answers the questions of ask-processes.ts in a server. NODE_OPTIONS loads this module before the server; DEADHEAT_ANSWERS
// names the module that makes the answers, and DEADHEAT_ASKS the socket. It is plain CommonJS for Node >= 20 and Deno. Bun
// has no inspector in the process, so it answers nothing. An error in this module must never make the server fail.
"use strict";

function listen() {
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
  const answerWith = require(process.env.DEADHEAT_ANSWERS)(post);
  const socket = connect(process.env.DEADHEAT_ASKS);
  socket.unref();
  socket.on("error", () => {});
  socket.on("data", () => {
    let answer = null;
    try {
      answer = answerWith();
    } catch {
      // The asker gets null: nothing is known.
    }
    socket.write(`${JSON.stringify(answer)}\n`);
  });
}

// Package managers start servers, but are no servers themselves.
const packageManager = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(?:-|\.|$)/;

try {
  const name = require("node:path").basename(process.argv[1] ?? "");
  if (!process.versions.bun && !packageManager.test(name)) listen();
} catch {
  // Nothing connects, and nothing is known of this process.
}
