import { TICKS_PER_SECOND } from "./cpus.ts";
import {
  CpuClockError,
  type CpuReading,
  type ProcessClock,
  type ProcessClocks,
} from "./cpu-time.ts";

/** The CPU use of a process tree between two readings, in seconds. */
export interface CpuUse {
  /** The CPU time of all processes and threads, including those that ended in between. Nothing counts twice. */
  readonly run: number;
  /**
   * The time that the busiest thread, which serves, ran or waited for a CPU. null if the system does not report it. A
   * sum over threads means nothing: compiler and collector threads wait while the serving thread is idle.
   */
  readonly serving: number | null;
  /** The known number of threads that ended in between. Their time is known only to 20 ms. */
  readonly lostThreads: number;
}

/** The largest error of a difference of two sums of two truncated clocks. */
const COARSE = 2 / TICKS_PER_SECOND;

/**
 * Returns the CPU use between two readings of the same process tree.
 * @throws CpuClockError if a process has left the tree and its CPU time is in no count
 */
export function cpuUse(before: CpuReading, after: CpuReading): CpuUse {
  if (!before.processes || !after.processes) {
    return { run: after.total - before.total, serving: null, lostThreads: 0 };
  }
  const uses = [...after.processes].map(([pid, clock]) =>
    processUse(same(before.processes?.get(pid), clock), clock),
  );
  const living = uses.reduce((sum, use) => sum + use.run, 0);
  const run = living + endedSeconds(before.processes, after.processes);
  requireAllCounted(run, before, after);
  const serving = uses.flatMap((use) => use.serving ?? []);
  return {
    run,
    serving: serving.length === 0 ? null : Math.max(...serving),
    lostThreads: uses.reduce((sum, use) => sum + use.lostThreads, 0),
  };
}

/** The share of the CPU time, and the seconds, by which the clocks of processes may differ from that of their group. */
const [UNCOUNTED_SHARE, UNCOUNTED_SECONDS] = [0.03, 0.05];

/** @throws CpuClockError if processes that came and went used CPU time that no clock has */
function requireAllCounted(run: number, before: CpuReading, after: CpuReading): void {
  if (before.group === null || after.group === null) return;
  const missing = after.group - before.group - run;
  if (missing <= UNCOUNTED_SHARE * run + UNCOUNTED_SECONDS) return;
  throw new CpuClockError(
    `processes of the server came and went and used ${missing.toFixed(2)} s of CPU time that nobody waited for, beside ` +
      `${run.toFixed(2)} s of the others`,
  );
}

/** Returns the earlier clock unless another process had the same id then. */
function same(earlier: ProcessClock | undefined, later: ProcessClock): ProcessClock | undefined {
  return earlier?.startedAt === later.startedAt ? earlier : undefined;
}

/** Returns the use of one living process without its children. A process without an earlier clock began in between. */
function processUse(before: ProcessClock | undefined, after: ProcessClock): CpuUse {
  let run = 0;
  let serving: number | null = null;
  for (const [tid, clock] of after.threads) {
    const earlier = before?.threads.get(tid);
    const ran = clock.run - (earlier?.run ?? 0);
    run += ran;
    serving = Math.max(serving ?? 0, ran + clock.delay - (earlier?.delay ?? 0));
  }
  const ended = [...(before?.threads.keys() ?? [])].filter((tid) => !after.threads.has(tid)).length;
  // A thread that also began in between is in neither reading, and its time may hide in the truncation of the count.
  const unseen = after.endedFaults.least > (before?.endedFaults.most ?? 0);
  const lost = after.threads.size > 0 ? Math.max(ended, Number(unseen)) : 0;
  // The clock of an ended thread is gone, but the count of the process has its time. The count alone has a thread that
  // also began in between.
  const coarse = after.own - (before?.own ?? 0);
  if (coarse - run <= (ended > 0 ? 0 : COARSE)) return { run, serving, lostThreads: lost };
  return { run: coarse, serving, lostThreads: after.threads.size > 0 ? Math.max(1, lost) : 0 };
}

/**
 * Returns the CPU time of processes that ended in between. A process that waits for a child (wait(2)) gets the child's
 * whole time in cutime and cstime (proc_pid_stat(5)), with that of the child's own waited-for children. The result is
 * therefore what the living gained, minus what the ended had used at the first reading. A child is missing there if
 * nobody waits for it (its parent ignores SIGCHLD), or if it outlives its parent and leaves the tree.
 */
function endedSeconds(before: ProcessClocks, after: ProcessClocks): number {
  const owed = new Map<number, number>();
  for (const [pid, clock] of before) {
    if (lives(pid, before, after)) continue;
    const heir = heirOf(clock, before, after);
    owed.set(heir, (owed.get(heir) ?? 0) + usedBy(clock));
  }
  let ended = 0;
  for (const [pid, clock] of after) {
    const gained = clock.children - (same(before.get(pid), clock)?.children ?? 0);
    const had = owed.get(pid) ?? 0;
    if (gained < had - COARSE) throw new CpuClockError(LEFT);
    ended += Math.max(0, gained - had);
  }
  return ended;
}

const LEFT = "a process of the server is gone and nobody waited for it, so its CPU time is unknown";

/** Returns the nearest living ancestor: an ancestor that waited in between has passed its time on. */
function heirOf(clock: ProcessClock, before: ProcessClocks, after: ProcessClocks): number {
  let { parent } = clock;
  for (;;) {
    if (lives(parent, before, after)) return parent;
    const next = before.get(parent);
    if (!next) throw new CpuClockError(LEFT);
    parent = next.parent;
  }
}

function lives(pid: number, before: ProcessClocks, after: ProcessClocks): boolean {
  const [earlier, later] = [before.get(pid), after.get(pid)];
  return earlier !== undefined && later !== undefined && same(earlier, later) !== undefined;
}

/** Returns all that a process and its waited-for children had used. Its threads are more precise. */
function usedBy({ own, children, threads }: ProcessClock): number {
  const fine = [...threads.values()].reduce((sum, { run }) => sum + run, 0);
  return Math.max(own, fine) + children;
}
