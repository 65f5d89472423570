import { TICKS_PER_SECOND } from "./cpus.ts";
import {
  CpuClockError,
  type CpuReading,
  type ProcessClock,
  type ProcessClocks,
} from "./cpu-time.ts";

/** What a process tree did between two readings, in seconds. */
export interface CpuUse {
  /** Of all its processes and threads, those that ended in between included; nothing counts twice. */
  readonly run: number;
  /**
   * Running, or ready to and waiting for a CPU, of the one thread that did so most: the thread that serves.
   * Null where the system does not tell. Summed over all threads it would say nothing: those that compile and
   * collect wait, too, while the one that serves is idle.
   */
  readonly serving: number | null;
  /** Threads that ended in between, as far as is known: their time is only known to 10 ms then. */
  readonly lostThreads: number;
}

/** By how much the difference of two sums of two clocks in ticks, each cut off, may be wrong. */
const COARSE = 2 / TICKS_PER_SECOND;

/**
 * What happened between two readings of the same process tree.
 * @throws CpuClockError where a process has left the tree and its CPU time is in nobody's count.
 */
export function cpuUse(before: CpuReading, after: CpuReading): CpuUse {
  if (!before.processes || !after.processes) {
    return { run: after.total - before.total, serving: null, lostThreads: 0 };
  }
  const uses = [...after.processes].map(([pid, clock]) =>
    processUse(same(before.processes?.get(pid), clock), clock),
  );
  const run = uses.reduce((sum, use) => sum + use.run, 0);
  const serving = uses.flatMap((use) => use.serving ?? []);
  return {
    run: run + endedSeconds(before.processes, after.processes),
    serving: serving.length === 0 ? null : Math.max(...serving),
    lostThreads: uses.reduce((sum, use) => sum + use.lostThreads, 0),
  };
}

/** The earlier clock, unless it was that of another process, which had the same id. */
function same(earlier: ProcessClock | undefined, later: ProcessClock): ProcessClock | undefined {
  return earlier?.startedAt === later.startedAt ? earlier : undefined;
}

/** Of one process that lives on, its children apart; without an earlier clock it began in between. */
function processUse(before: ProcessClock | undefined, after: ProcessClock): CpuUse {
  let run = 0;
  let serving: number | null = null;
  for (const [tid, clock] of after.threads) {
    const earlier = before?.threads.get(tid);
    const ran = clock.run - (earlier?.run ?? 0);
    run += ran;
    serving = Math.max(serving ?? 0, ran + clock.delay - (earlier?.delay ?? 0));
  }
  const lost = [...(before?.threads.keys() ?? [])].filter((tid) => !after.threads.has(tid)).length;
  // A thread that ended took its clock with it; the count of the whole process still has its time. One that
  // began in between as well shows there alone.
  const coarse = after.own - (before?.own ?? 0);
  if (coarse - run <= (lost > 0 ? 0 : COARSE)) return { run, serving, lostThreads: lost };
  return { run: coarse, serving, lostThreads: after.threads.size > 0 ? Math.max(1, lost) : 0 };
}

/**
 * Of the processes that ended in between. Whoever waits for a child (wait(2)) has all that it ever used, and
 * what its own children did that it waited for, added to its cutime and cstime (proc_pid_stat(5)). So what
 * the living have more of, less what the ended had already used at the first reading; that is none of this
 * window's. A child that nobody waits for (its parent ignores SIGCHLD), or that outlives its parent and
 * becomes the child of a process outside of the tree, is missing there.
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

const LEFT =
  "a process of the server is gone and nobody waited for it: how much CPU time it used is not known";

/** The nearest ancestor that still lives: whoever waited in between handed on what it had. */
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

/** All that a process and the children that it waited for had used; its threads tell it more exactly. */
function usedBy({ own, children, threads }: ProcessClock): number {
  const fine = [...threads.values()].reduce((sum, { run }) => sum + run, 0);
  return Math.max(own, fine) + children;
}
