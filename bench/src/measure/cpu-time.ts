import { readdirSync, readFileSync } from "node:fs";
import pidusage from "pidusage";
import { TICKS_PER_SECOND } from "./cpus.ts";

/** A reading of a process tree's CPU clocks; only differences of two mean anything. */
export interface CpuReading {
  /** Per thread, in seconds; null where the system does not tell (off Linux). */
  readonly threads: Map<number, { readonly run: number; readonly delay: number }> | null;
  /** The whole tree's, ended threads included, in ticks of 10 ms. */
  readonly total: number;
}

/** A server's CPU time cannot be read: it has ended, or the system hides it. */
export class CpuClockError extends Error {
  override readonly name = "CpuClockError";
}

/** What a process tree did between two readings, in seconds. */
export interface CpuUse {
  readonly run: number;
  /** Ready to run but waiting for a CPU; null off Linux. */
  readonly delay: number | null;
  /** Threads that ended in between: their time is only known to 10 ms then. */
  readonly lostThreads: number;
}

/**
 * Reads the CPU time of `pid` and its children. On Linux from /proc/PID/task/TID/schedstat, whose
 * first two fields are run time and run delay in nanoseconds (Documentation/scheduler/sched-stats);
 * the process's own schedstat has its main thread only. Elsewhere from `ps`, by pidusage.
 */
export async function readCpu(pid: number): Promise<CpuReading> {
  if (process.platform !== "linux") {
    const { ctime } = await pidusage(pid);
    return { threads: null, total: ctime / 1000 };
  }
  const threads = new Map<number, { run: number; delay: number }>();
  let total = 0;
  for (const member of processTree(pid)) {
    total += processSeconds(member);
    for (const tid of threadsOf(member)) {
      const clock = readSchedstat(member, tid);
      if (clock) threads.set(tid, clock);
    }
  }
  // A kernel without schedstat still has the ticks; one that shows nothing gives no figure.
  if (threads.size > 0) return { threads, total };
  if (total > 0) return { threads: null, total };
  throw new CpuClockError(`/proc/${pid} does not tell how much CPU time the server used`);
}

/** What happened between two readings of the same process. */
export function cpuUse(before: CpuReading, after: CpuReading): CpuUse {
  const coarse = after.total - before.total;
  if (!before.threads || !after.threads) return { run: coarse, delay: null, lostThreads: 0 };
  let run = 0;
  let delay = 0;
  for (const [tid, clock] of after.threads) {
    const earlier = before.threads.get(tid);
    run += clock.run - (earlier?.run ?? 0);
    delay += clock.delay - (earlier?.delay ?? 0);
  }
  const lostThreads = [...before.threads.keys()].filter((tid) => !after.threads?.has(tid)).length;
  // A thread that ended took its clock with it; the process's own total still has its time.
  return { run: lostThreads > 0 ? Math.max(run, coarse) : run, delay, lostThreads };
}

/** `pid` and all its descendants. */
export function processTree(pid: number): number[] {
  const children = threadsOf(pid).flatMap((tid) => {
    try {
      return readFileSync(`/proc/${pid}/task/${tid}/children`, "utf8").split(" ").filter(Boolean);
    } catch (error) {
      return gone(error, []);
    }
  });
  return [pid, ...children.flatMap((child) => processTree(Number(child)))];
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch (error) {
    return gone(error, []);
  }
}

/**
 * `instead` where a process or thread has ended meanwhile. Whatever else keeps us from reading (no file
 * descriptor left, say) is thrown on: a clock that is left out would make a server look cheaper.
 */
function gone<T>(error: unknown, instead: T): T {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ESRCH") return instead;
  throw error;
}

function readSchedstat(pid: number, tid: number): { run: number; delay: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, "utf8");
    const [run = 0, delay = 0] = text.split(" ").map(Number);
    return { run: run / 1e9, delay: delay / 1e9 };
  } catch (error) {
    return gone(error, null);
  }
}

/**
 * CPU time of the children of this process that have ended, and of theirs, in seconds, to 10 ms: what a
 * generator took is in it once it has been waited for. Null off Linux.
 */
export function endedChildrenSeconds(): number | null {
  // cutime and cstime of proc_pid_stat(5).
  return process.platform === "linux" ? statSeconds("self", 13) : null;
}

/** utime + stime of proc_pid_stat(5), of all threads that the process ever had. */
function processSeconds(pid: number): number {
  return statSeconds(pid, 11);
}

/** A user time and the system time after it: those from `field` on after the process's name. */
function statSeconds(pid: number | "self", field: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[field]) + Number(fields[field + 1])) / TICKS_PER_SECOND;
  } catch (error) {
    return gone(error, 0);
  }
}

/** Resident and peak resident memory of the process tree, in bytes; null off Linux. */
export function readMemory(pid: number): { resident: number; peak: number } | null {
  if (process.platform !== "linux") return null;
  let resident = 0;
  let peak = 0;
  for (const member of processTree(pid)) {
    try {
      const status = readFileSync(`/proc/${member}/status`, "utf8");
      const kilobytes = (field: string) =>
        Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, "m").exec(status)?.[1] ?? 0);
      resident += kilobytes("VmRSS") * 1024;
      peak += kilobytes("VmHWM") * 1024;
    } catch {
      // It ended in between: counts nothing.
    }
  }
  return { resident, peak };
}
