import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { choosePinning, pinned, pinOurselves, slowness } from "@deadheat/measure";
import { slownessOf } from "../../src/machine/speed.ts";
import { startSpinning } from "../spinning.ts";

test("the cheapest turn of the loop counts, and a machine of about the usual speed is an ordinary one", () => {
  assert.equal(slownessOf([28e-6, 14e-6, 15e-6]), 4);
  assert.equal(slownessOf([9e-6, 5e-6, 30e-6]), 1);
  assert.equal(slownessOf([1.75e-6, 3e-6]), 0.5);
});

const cpusOf = () => /^Cpus_allowed_list:.*$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[0];

test("another process on the servers' CPU does not slow this machine down", async (t) => {
  const pinning = choosePinning();
  if (pinning.mode === "none") return t.skip(pinning.reason ?? "");
  t.after(pinOurselves(pinning));
  const place = cpusOf();
  const other = await startSpinning(pinned(pinning, "server"));
  t.after(() => other.child.kill());
  // Neighbors of a shared machine halve its speed for tens of milliseconds: the best of several turns is compared.
  const [alone, beside] = [[], []] as [number[], number[]];
  for (let turn = 0; turn < 12; turn++) {
    alone.push(slowness(pinning));
    const spinning = other.tell({ do: "spin", seconds: 0.2 });
    beside.push(slowness(pinning));
    await spinning;
  }
  const [best, bestBeside] = [Math.min(...alone), Math.min(...beside)];
  assert.ok(best > 0.1 && best < 20, `${best}`);
  assert.ok(bestBeside < 1.6 * best && best < 1.6 * bestBeside, `${alone} alone, ${beside} beside`);
  assert.equal(cpusOf(), place, "this process is back on its CPUs");
});
