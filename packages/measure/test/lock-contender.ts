// Waits for the others, takes the machine's lock several times, and dies while it holds the lock.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const [folder = "", times = "1"] = process.argv.slice(2);
const at = (name: string) => join(folder, name);

const clock = new Int32Array(new SharedArrayBuffer(4));
/** Waits up to two milliseconds, as if the scheduler had taken the CPU away. */
const pause = () => void Atomics.wait(clock, 0, 0, Math.random() * 2);
const calls = ["readFileSync", "writeFileSync", "linkSync", "renameSync", "rmSync"] as const;
for (const call of calls) {
  const real = fs[call] as (...args: unknown[]) => unknown;
  const slow = (...args: unknown[]): unknown => {
    pause();
    return real(...args);
  };
  Object.assign(fs, { [call]: slow });
}
syncBuiltinESMExports();

const { EnvironmentError } = await import("../src/errors.ts");
const { holdMachine } = await import("../src/machine/lock.ts");

fs.writeFileSync(at(`ready.${process.pid}`), "");
while (!fs.existsSync(at("go"))) await sleep(2);

for (let taken = 0; taken < Number(times);) {
  const hold = await held();
  if (hold === null) {
    await sleep(Math.random() * 2);
    continue;
  }
  try {
    fs.mkdirSync(at("inside"));
  } catch {
    fs.writeFileSync(at(`two.${process.pid}`), "");
    process.exit(1);
  }
  pause();
  fs.rmdirSync(at("inside"));
  fs.appendFileSync(at("taken"), "x");
  taken++;
  if (taken < Number(times)) hold.release();
}
process.kill(process.pid, "SIGKILL");

/** Returns null while another process has the lock. */
async function held() {
  try {
    return await holdMachine(false);
  } catch (error) {
    if (error instanceof EnvironmentError) return null;
    throw error;
  }
}
