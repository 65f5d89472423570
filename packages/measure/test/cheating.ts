import process from "node:process";
import { warmupOf, type RoundRecord } from "@deadheat/journal";
import { obtainOha } from "@deadheat/oha";
import { choosePinning, planRound, runRound, type Entrant } from "../src/index.ts";

// Rounds of servers that hide their work.

export const pinning = choosePinning();
export const linux = pinning.mode === "taskset" ? {} : { skip: "needs Linux and taskset" };

const exchange = {
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: { status: 200, mediaType: "text/plain", body: "Hello World!" },
};

export const work = `const work = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };`;

/** Returns a server of node:http, with code before it and code for each request. */
export const server = (before: string, each = "") => `
  const { createServer } = require("node:http");
  const { spawn, spawnSync } = require("node:child_process");
  ${work} ${before}
  createServer((request, response) => {
    ${each}
    response.setHeader("content-type", "text/plain");
    response.end("Hello World!");
  }).listen(process.env.PORT, "127.0.0.1");`;

function entrant(name: string, source: string): Entrant {
  const command = [process.execPath, "--eval", source];
  return { name, runtime: "node", command, cwd: process.cwd(), env: {}, asks: exchange };
}

export async function round(cheat: string, base = server(""), n = 1): Promise<RoundRecord> {
  const duet = { role: "cell", new: "cheat", base: "base", scenario: "hello", rounds: 1 } as const;
  const entrants = { new: entrant("cheat", cheat), base: entrant("base", base) };
  return runRound(planRound(duet, n, 1, 7), entrants, exchange, {
    oha: await obtainOha(),
    pinning,
    load: { warmup: warmupOf(500), windowSeconds: 0.5, connections: 10, workerThreads: 1 },
    signal: new AbortController().signal,
  });
}

export const costOf = ({ sides }: RoundRecord, which: "base" | "new") =>
  (sides?.[which].cpuSeconds ?? 0) / (sides?.[which].good ?? 1);
