import process from "node:process";
import type { Counter, Counts } from "@deadheat/journal";
import { processTree, threadsOf } from "./members.ts";
import { parseStat, type Stat } from "../stat.ts";
import { textOf } from "../system.ts";

/** The counters that are read, by the names of the metrics that need them. */
export type Counters = Readonly<Record<string, Counter>>;

/** A count of a server's process family that has begun. */
export interface Counting {
  /** Reads the threads again: what a thread did after the last look before its end is lost. */
  readonly look: () => void;
  /**
   * Returns the counts since the beginning. Those that the system does not report, or that are not known well, are left out.
   * @param lostThreads the known number of threads that ended (`CpuUse`)
   */
  readonly end: (lostThreads: number) => Counts;
}

/** Begins to count what a server does, by the process that leads it. A server that cannot be seen has no counts. */
export function startCounting(pid: number, counters: Counters): Counting {
  const isSeen = process.platform === "linux" && pid !== 0;
  const all = Object.entries(isSeen ? counters : {}).map(([name, counter]) => {
    const count = counter.of === "thread" ? countThreads : countProcesses;
    return { name, ...count(pid, counter) };
  });
  return {
    look: () => {
      for (const one of all) one.look();
    },
    end: (lostThreads) => {
      const counts = all.flatMap(({ name, end }) => {
        const count = end(lostThreads);
        return count === null ? [] : [[name, count] as const];
      });
      return Object.fromEntries(counts);
    },
  };
}

interface One {
  readonly look: () => void;
  readonly end: (lostThreads: number) => number | null;
}

const MOST_READINGS = 10;

/**
 * Counts by process. The kernel adds the count of an ended thread to its process, and that of a child to the process that
 * waits for it. So the sum over the living processes misses nothing, except children that nobody waits for.
 */
function countProcesses(pid: number, counter: Counter): One {
  const sum = (): number | null => {
    for (let i = 0; i < MOST_READINGS; i++) {
      const counts = processTree(pid).map((member) => countIn(`/proc/${member}`, counter));
      if (counts.every((count) => count !== null)) return counts.reduce((a, b) => a + b, 0);
      // A process has ended meanwhile, and its parent may have been read before it had the count.
    }
    return null;
  };
  const before = sum();
  const end = () => {
    const after = before === null ? null : sum();
    return before === null || after === null || after < before ? null : after - before;
  };
  return { look: () => {}, end };
}

/**
 * Counts by thread. The kernel forgets the count of a thread that ends, so a thread counts until the last look at it. If
 * threads come and go between two readings, the sum is unknown: the shortest of them were never looked at.
 */
function countThreads(pid: number, counter: Counter): One {
  const first = readThreads(pid, counter);
  const last = new Map(first);
  let isKnown = first.size > 0;
  const look = () => {
    const now = readThreads(pid, counter);
    for (const [id, count] of now) {
      // Another thread has the id of one that has ended.
      if (count < (last.get(id) ?? 0)) isKnown = false;
      last.set(id, count);
    }
    return now;
  };
  const end = (lostThreads: number) => {
    const now = look();
    const ended = [...last.keys()].filter((id) => !now.has(id));
    const isSteady = ended.every((id) => first.has(id)) && lostThreads <= ended.length;
    if (!isKnown || !isSteady) return null;
    return [...last].reduce((sum, [id, count]) => sum + count - (first.get(id) ?? 0), 0);
  };
  return { look, end };
}

/** Returns the counts of the living threads of a server. A thread that ends meanwhile is left out. */
function readThreads(pid: number, counter: Counter): Map<string, number> {
  const counts = new Map<string, number>();
  for (const member of processTree(pid)) {
    for (const tid of threadsOf(member)) {
      const thread = `${member}/task/${tid}`;
      const count = countIn(`/proc/${thread}`, counter);
      if (count !== null) counts.set(thread, count);
    }
  }
  return counts;
}

/** Returns the sum of a counter's fields; null if the file cannot be read, or lacks one of them. */
function countIn(folder: string, { file, fields }: Counter): number | null {
  const text = textOf(`${folder}/${file}`);
  if (text === null) return null;
  const valueOf = file === "stat" ? parseStat(text) : parseLines(text);
  const values = fields.map((field) => Number.parseInt(valueOf(field), 10));
  return values.some(Number.isNaN) ? null : values.reduce((a, b) => a + b, 0);
}

/** Reads a file whose lines have a name and a number. */
function parseLines(text: string): Stat {
  const lines = new Map(text.split("\n").map((line) => line.split(":") as [string, string]));
  return (name) => lines.get(name) ?? "";
}
