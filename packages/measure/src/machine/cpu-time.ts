import { readFileSync, statfsSync } from "node:fs";
import pidusage from "pidusage";
import { attempt } from "@deadheat/journal";
import { TICKS_PER_SECOND } from "./cpus.ts";
import { familyOf } from "./known-families.ts";
import { processTree, threadsOf, unlessGone } from "./members.ts";
import { parseStat } from "../stat.ts";
import { textOf } from "../system.ts";

/** The CPU clocks of one process, in seconds. */
export interface ProcessClock {
  readonly parent: number;
  /** The start in ticks since boot, which distinguishes it from a later process with the same id. */
  readonly startedAt: number;
  /** The CPU time of all threads that it ever had, to 10 ms each for user and system time. */
  readonly own: number;
  /** The CPU time of ended children that it waited for, and of their children; likewise. */
  readonly children: number;
  /** The clocks of the living threads; empty if the kernel does not report them. */
  readonly threads: ReadonlyMap<number, ThreadClock>;
  /**
   * The page faults of all threads that have ended, at least and at most. A thread faults when it first uses its stack,
   * so that more of them show a thread that no clock has.
   */
  readonly endedFaults: { readonly least: number; readonly most: number };
}

/** The seconds of running, and of being ready to run but waiting for a CPU. */
interface ThreadClock {
  readonly run: number;
  readonly delay: number;
}

export type ProcessClocks = ReadonlyMap<number, ProcessClock>;

/** A reading of a process tree's CPU clocks. Only the difference of two readings has a meaning (cpu-use.ts). */
export interface CpuReading {
  /** The clocks by process id; null outside Linux. */
  readonly processes: ProcessClocks | null;
  /** The seconds of the whole tree, to 10 ms. */
  readonly total: number;
  /** The seconds of all processes that it ever had, by its control group; null if it has none. */
  readonly group: number | null;
}

/** The CPU time of a server cannot be read: it has ended, the system hides it, or a part of it is lost. */
export class CpuClockError extends Error {
  override readonly name = "CpuClockError";
}

/**
 * Reads the CPU time of a server by the process that leads it (see `processTree`).
 * - Linux, /proc/PID/task/TID/schedstat: run time and run delay in nanoseconds are the first two fields
 * (Documentation/scheduler/sched-stats). The schedstat of the process has only its main thread.
 * - Linux, /proc/PID/stat: the only place with the time of ended threads and children (proc_pid_stat(5)). utime and
 * stime cover all threads that the process ever had, cutime and cstime the children that it waited for.
 * - Other systems: `ps`, through pidusage.
 * @throws CpuClockError if the CPU time cannot be read
 */
export async function readCpu(pid: number): Promise<CpuReading> {
  if (process.platform !== "linux") {
    const { ctime } = await pidusage(pid);
    return { processes: null, total: ctime / 1000, group: null };
  }
  for (let i = 0; i < MOST_READINGS; i++) {
    const processes = readProcesses(pid);
    if (processes === null) continue;
    const clocks = [...processes.values()];
    const total = clocks.reduce((sum, { own, children }) => sum + own + children, 0);
    if (total > 0 || clocks.some(({ threads }) => threads.size > 0)) {
      return { processes, total, group: familyOf(pid)?.group?.seconds() ?? null };
    }
    break;
  }
  throw new CpuClockError(`/proc/${pid} does not report the CPU time of the server`);
}

const MOST_READINGS = 10;

/**
 * Reads parents before their children. A child that ends meanwhile is then missing and not yet in its parent's count:
 * the function returns null, and the caller reads again.
 */
function readProcesses(pid: number): ProcessClocks | null {
  const processes = new Map<number, ProcessClock>();
  for (const member of processTree(pid)) {
    const stat = readStat(member);
    if (stat === null) return null;
    const threads = new Map<number, ThreadClock>();
    let living = 0;
    for (const tid of threadsOf(member)) {
      const clock = readSchedstat(member, tid);
      if (clock) threads.set(tid, clock);
      living += readStat(`${member}/task/${tid}`)?.faults ?? 0;
    }
    // The living go on meanwhile: the count of the process before them is too low, and the one after them too high.
    const most = (readStat(member)?.faults ?? stat.faults) - living;
    processes.set(member, { ...stat, threads, endedFaults: { least: stat.faults - living, most } });
  }
  return processes;
}

function readSchedstat(pid: number, tid: number): ThreadClock | null {
  try {
    const text = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, "utf8");
    const [run = 0, delay = 0] = text.split(" ").map(Number);
    // A kernel that does not count reports 0 for every thread.
    return run === 0 ? null : { run: run / 1e9, delay: delay / 1e9 };
  } catch (error) {
    return unlessGone(error, null);
  }
}

/**
 * Returns the CPU seconds of the ended children of this process and of their children, to 10 ms. That includes a
 * generator that was waited for. null outside Linux.
 */
export function endedChildrenSeconds(): number | null {
  return process.platform === "linux" ? (readStat("self")?.children ?? null) : null;
}

/** Reads proc_pid_stat(5) of a process or a thread, or returns null if it has ended. */
function readStat(
  pid: number | string,
): (Omit<ProcessClock, "threads" | "endedFaults"> & { readonly faults: number }) | null {
  try {
    const stat = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
    const field = (name: string) => Number(stat(name));
    return {
      parent: field("ppid"),
      startedAt: field("starttime"),
      own: (field("utime") + field("stime")) / TICKS_PER_SECOND,
      children: (field("cutime") + field("cstime")) / TICKS_PER_SECOND,
      faults: field("minflt"),
    };
  } catch (error) {
    return unlessGone(error, null);
  }
}

/**
 * Returns the resident and peak resident bytes of the process tree, with those of its files in /dev/shm, which are memory (only
 * inside of walls: otherwise they may be anybody's); null outside Linux. The peak is at least what was resident at any earlier
 * call: the kernel forgets that of a process that has ended, and a process may reset its own (proc_pid_clear_refs(5)).
 */
export function readMemory(pid: number): { resident: number; peak: number } | null {
  if (process.platform !== "linux") return null;
  let [resident, peak, mapped] = [0, 0, 0];
  for (const member of processTree(pid)) {
    // A process that ended meanwhile counts nothing.
    const status = textOf(`/proc/${member}/status`) ?? "";
    const kilobytes = (field: string) =>
      Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, "m").exec(status)?.[1] ?? 0);
    resident += kilobytes("VmRSS") * 1024;
    peak += kilobytes("VmHWM") * 1024;
    mapped += kilobytes("RssShmem") * 1024;
  }
  const family = familyOf(pid);
  if (family === undefined) return { resident, peak };
  // Mapped files are resident already.
  if (family.first !== null) resident += Math.max(0, sharedFileBytes(pid) - mapped);
  family.peak = Math.max(family.peak, resident);
  return { resident, peak: Math.max(peak, family.peak) };
}

/** Returns the bytes of the files in the /dev/shm that a process sees; 0 if it has ended. */
function sharedFileBytes(pid: number): number {
  const found = attempt(() => statfsSync(`/proc/${pid}/root/dev/shm`));
  return found === null ? 0 : (found.blocks - found.bfree) * found.bsize;
}
