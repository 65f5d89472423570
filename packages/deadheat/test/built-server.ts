import type { Files } from "../../versions/test/revisions-repository.ts";

export const short = { warmupRequests: 500, windowSeconds: 0.3, allowConcurrent: true };
export const quick = { ...short, rounds: 2 };

/** The server that answers with the Node of its build and its own, after so many milliseconds of work or a call of a function. */
export const server = (work: number | string) => `
  const { createServer } = require("node:http");
  const { built } = require("./dist/built.json");
  createServer((request, response) => {
    ${typeof work === "string" ? `${work}()` : `const until = performance.now() + ${work}; while (performance.now() < until)`};
    response.end(built + " " + process.version);
  }).listen(process.env.PORT, "127.0.0.1");`;

const build = `const { mkdirSync, writeFileSync } = require("node:fs");
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/built.json", JSON.stringify({ built: process.version }));`;

export const manifest = (start: string) =>
  JSON.stringify({ scripts: { build: "node build.js", start } });

export const files = (start: string, work: number): Files => ({
  "package.json": manifest(start),
  "build.js": build,
  "server.js": server(work),
  ".gitignore": "dist",
});
