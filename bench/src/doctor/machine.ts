import { existsSync } from "node:fs";
import os from "node:os";
import { currentHolder, describeMachine, freeBytes, openFileLimit } from "@deadheat/measure";
import { root } from "../targets/project.ts";
import type { Check } from "./check.ts";

/** The machine, and what else is at work on it. */
export function checkMachine(): Check[] {
  const { pinning, cpu, cores, memory, kernel } = describeMachine();
  const checks: Check[] = [
    {
      name: "machine",
      status: "ok",
      detail: `${cpu}, ${cores} CPUs, ${Math.round(memory / 2 ** 30)} GiB, ${kernel}`,
      fix: null,
    },
    {
      name: "pinning",
      status: pinning.mode === "taskset" ? "ok" : "warn",
      detail:
        pinning.mode === "taskset"
          ? `servers on CPU ${pinning.server.join(",")}, generators on ${pinning.generators.join(",")}` +
            (pinning.batch
              ? ""
              : "; chrt is missing or not allowed: servers of a duet are no SCHED_BATCH")
          : `none: ${pinning.reason}`,
      fix: pinning.mode === "taskset" ? null : "use Linux with util-linux and two CPUs or more",
    },
  ];
  const clock = existsSync("/proc/self/schedstat");
  checks.push({
    name: "cpu clock",
    status: clock ? "ok" : "warn",
    detail: clock ? "/proc/PID/task/TID/schedstat, in nanoseconds" : "ps, in 10 ms",
    fix: clock ? null : "use Linux for intervals as narrow as the README's",
  });
  const load = os.loadavg()[0] ?? 0;
  checks.push({
    name: "load",
    status: load < 0.5 * cores ? "ok" : "warn",
    detail: `${load.toFixed(2)} on ${cores} CPUs over the last minute`,
    fix: load < 0.5 * cores ? null : "stop what else is running, or expect wider intervals",
  });
  const free = freeBytes(root) / 1e6;
  checks.push({
    name: "disk",
    status: free > 100 ? "ok" : "warn",
    detail: `${free.toFixed(0)} MB free`,
    fix: free > 100 ? null : "free some space, or write elsewhere with --out",
  });
  const holder = currentHolder();
  checks.push({
    name: "alone",
    status: holder === null ? "ok" : "warn",
    detail: holder === null ? "no other run measures" : `process ${holder.pid} is measuring`,
    fix: holder === null ? null : `wait for it, or end it (kill -INT ${holder.pid})`,
  });
  const files = openFileLimit();
  if (Number.isFinite(files)) {
    const enough = files >= 1024;
    checks.push({
      name: "open files",
      status: enough ? "ok" : "warn",
      detail: `${files} a process`,
      fix: enough ? null : "ulimit -n 4096",
    });
  }
  return checks;
}
