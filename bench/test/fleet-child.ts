// A worker or a run of a fleet with made-up rounds, as a process that a test can kill.
// OFFSET moves the ratios of this machine: 0.05 for 5 %.
// Usage: node fleet-child.ts worker <label> | node fleet-child.ts run <folder>; the queue's address is in QUEUE_URL
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { runFleet } from "../src/fleet/run.ts";
import { work } from "../src/fleet/worker.ts";
import { KEY, measureOn, request, type measure } from "./fleet-made-up.ts";
import { quietIo } from "./quiet-io.ts";

const [role, name = ""] = process.argv.slice(2);
const place = { address: process.env.QUEUE_URL ?? "", key: KEY };
const io = { ...quietIo(), note: (line: string) => console.log(line) };

const slowly: typeof measure = async function* (...given) {
  for await (const record of measureOn(given[0], Number(process.env.OFFSET ?? 0))) {
    console.log(`measuring ${Date.now()}`);
    await sleep(Number(process.env.DELAY ?? 200));
    console.log(`measured ${Date.now()}`);
    yield record;
  }
};

if (role === "worker") {
  const made = { measure: slowly, check: () => Promise.resolve([]) };
  await work(place, { label: name, idleSeconds: null, lockSeconds: 2, made }, io);
} else {
  const options = { request, out: name, resume: false, until: null, workers: 1 };
  await runFleet(options, place, io);
}
