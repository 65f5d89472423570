import { existsSync } from "node:fs";
import os from "node:os";
import {
  currentHolder,
  describeMachine,
  freeBytes,
  isolation,
  openFileLimit,
  type Pinning,
} from "@deadheat/measure";
import { formatBytes } from "@deadheat/report/format";
import { ok, tried, warn, type Check } from "./check.ts";

/** Checks the machine. @param folder the folder whose disk the results are written to */
export async function checkMachine(folder: string): Promise<Check[]> {
  const { pinning, cpu, cores, memory, kernel } = describeMachine();
  const load = os.loadavg()[0] ?? 0;
  const loaded = `${load.toFixed(2)} on ${cores} CPUs over the last minute`;
  const free = freeBytes(folder);
  const disk = `${formatBytes(free)} free`;
  const holder = currentHolder();
  const limit = openFileLimit();
  const files = Number.isFinite(limit) ? `${limit} per process` : "no limit";
  return [
    ok("machine", `${cpu}, ${cores} CPUs, ${Math.round(memory / 2 ** 30)} GiB, ${kernel}`),
    checkPinning(pinning),
    ...(await tried("isolation", "set DEADHEAT_CACHE to a folder that you may write to", isolated)),
    existsSync("/proc/self/schedstat")
      ? ok("cpu clock", "/proc/PID/task/TID/schedstat, in nanoseconds")
      : warn("cpu clock", "ps, in 10 ms", "use Linux for intervals as narrow as the README's"),
    load < 0.5 * cores
      ? ok("load", loaded)
      : warn("load", loaded, "stop the other programs, or expect wider intervals"),
    free > 100e6 ? ok("disk", disk) : warn("disk", disk, "free some space, or set --out"),
    holder === null
      ? ok("alone", "no other run measures")
      : warn(
          "alone",
          `process ${holder.pid} is measuring`,
          `wait for that process, or stop it (kill -INT ${holder.pid})`,
        ),
    limit >= 1024 ? ok("open files", files) : warn("open files", files, "ulimit -n 4096"),
  ];
}

async function isolated(): Promise<Check> {
  const { mode, reason } = await isolation();
  if (mode !== "none") return ok("isolation", "each server in its own namespaces");
  const fix = "use Linux with util-linux and user namespaces, or measure only code that you trust";
  return warn("isolation", `none: ${reason}`, fix);
}

function checkPinning(pinning: Pinning): Check {
  if (pinning.mode !== "taskset") {
    const fix = "use Linux with util-linux and two CPUs or more";
    return warn("pinning", `none: ${pinning.reason}`, fix);
  }
  const { server, generators, batch } = pinning;
  const cpus = `servers on CPU ${server.join(",")}, generators on ${generators.join(",")}`;
  if (batch) return ok("pinning", cpus);
  return ok("pinning", `${cpus}; without SCHED_BATCH, because chrt is missing or not allowed`);
}
