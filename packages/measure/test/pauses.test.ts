import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { unpaused } from "../src/machine/pauses.ts";

/**
 * Measures in a process of its own, which prints a line per attempt, and stops it in its first attempts.
 * @param enough whether a pause no longer matters by then
 * @param fails how the first attempt fails after its pause
 */
async function attemptsOf(
  t: TestContext,
  stops: number,
  enough = false,
  fails: "outcome" | "error" | null = null,
  seconds = 1.6,
): Promise<string[]> {
  const pauses = join(import.meta.dirname, "../src/machine/pauses.ts");
  const script = `
    const { unpaused } = await import(${JSON.stringify(pauses)});
    const { setTimeout: sleep } = await import("node:timers/promises");
    let attempts = 0;
    const measure = async (enough) => {
      if (${enough}) enough();
      console.log("attempt");
      attempts++;
      await sleep(400);
      if (${fails === "error"} && attempts === 1) throw new Error("a generator was killed");
      return "measured";
    };
    console.log(await unpaused(measure, {
      paused: (outcome, reason) => reason,
      hasFailed: () => ${fails === "outcome"} && attempts === 1,
    }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line !== "attempt" || lines.length > stops) continue;
    child.kill("SIGSTOP");
    await sleep(1000 * seconds);
    child.kill("SIGCONT");
  }
  if (child.exitCode === null) await once(child, "exit");
  return lines;
}

test("what was measured while this process was stopped is measured again", async (t) => {
  assert.deepEqual(await attemptsOf(t, 1), ["attempt", "attempt", "measured"]);
});

test("what was measured while somebody stopped this process for a moment is measured again", async (t) => {
  assert.deepEqual(await attemptsOf(t, 1, false, null, 0.6), ["attempt", "attempt", "measured"]);
});

test("a pause in a part that does not matter costs no attempt", async (t) => {
  assert.deepEqual(await attemptsOf(t, 1, true), ["attempt", "measured"]);
});

test("a main thread that is busy is no pause, except for what its own clock measures", async () => {
  const attempts = async (matters: boolean) => {
    let count = 0;
    const busy = (enough: () => void) => {
      if (++count === 1) {
        const until = performance.now() + 1300;
        while (performance.now() < until);
      }
      if (matters) enough();
      return Promise.resolve(count);
    };
    return unpaused(busy, { paused: () => -1 });
  };
  assert.deepEqual([await attempts(false), await attempts(true)], [1, 2]);
});

test("what failed in a pause is measured again, also where a pause alone does not matter", async (t) => {
  for (const fails of ["outcome", "error"] as const) {
    const attempts = await attemptsOf(t, 1, fails === "outcome", fails);
    assert.deepEqual(attempts, ["attempt", "attempt", "measured"], fails);
  }
});

test("a machine that is stopped again and again gives no metric, and says why", async (t) => {
  const [, , , reason = ""] = await attemptsOf(t, 3);
  assert.match(reason, /^this machine stood still for \d+\.\d s, in each of 3 attempts$/);
});
