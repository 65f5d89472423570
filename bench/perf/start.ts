// Measures the time from the command's start to its first line. Goal: under 0.5 s.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:start
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { median } from "@deadheat/stats";
import { root } from "../src/targets/project.ts";

const STARTS = 15;
const GOAL = 0.5;

const seconds: number[] = [];
for (let i = 0; i < STARTS; i++) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, "bench", "deadheat.mjs"), "list"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  seconds.push((performance.now() - startedAt) / 1000);
  await exited;
}
const typical = median(seconds);
console.log(
  `\`deadheat list\` to its first line: ${typical.toFixed(3)} s, the median of ${STARTS} ` +
    `(${Math.min(...seconds).toFixed(3)} to ${Math.max(...seconds).toFixed(3)}): ` +
    `${typical < GOAL ? "under" : "NOT under"} ${GOAL} s`,
);
if (typical >= GOAL) process.exitCode = 1;
