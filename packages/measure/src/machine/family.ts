import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "@deadheat/journal";
import { newCpuGroup, type CpuGroup } from "./cpu-group.ts";
import { know } from "./known-families.ts";
import { childrenOf } from "./members.ts";
import { endMarked, KILLED_WITHIN_SECONDS, newMark, type Mark } from "../mark.ts";
import { onlyStreams } from "./inherited.ts";
import { diesWithParent } from "./pinning.ts";
import { remember } from "./processes.ts";

/** A program that we started as the leader of its own group, with all processes that it starts. */
export interface Family {
  /** Settles when none of its processes runs and its pipes are closed. */
  readonly gone: Promise<void>;
  /** Sends SIGKILL to the whole group. */
  readonly kill: () => void;
  /** Sends `signal` to the leader, later SIGKILL to all. Settles when the family is gone, or cannot be ended. */
  readonly end: (signal: NodeJS.Signals, withinSeconds: number) => Promise<void>;
  /** Makes a process in a PID namespace the leader. @param first the first process of the namespace */
  readonly leadBy: (pid: number, first: number) => void;
}

/**
 * Starts a program that ends with this process, with a mark and a process group of its own: Ctrl-C in the terminal goes
 * to us alone.
 * @param what the name of the program, for people
 * @returns the child, its family, and the time of the start by `performance.now()`
 */
export function startFamily(
  command: readonly string[],
  { env = process.env, stdio = "pipe", ...options }: SpawnOptions,
  what: string,
): { child: ChildProcess; family: Family; startedAt: number } {
  const mark = newMark();
  const words = [...diesWithParent(), ...mark.words, ...command] as [string, ...string[]];
  const [program, ...args] = words;
  const startedAt = performance.now();
  const streams = onlyStreams(typeof stdio === "string" ? [stdio, stdio, stdio] : stdio);
  const own = { env: { ...env, ...mark.env }, stdio: streams, detached: true };
  const child = spawn(program, args, { ...options, ...own });
  return { child, family: follow(child, mark, what), startedAt };
}

/**
 * Moves a process into a group, and then the children that it had before, which stay outside otherwise: this process may get
 * no CPU for so long that the program has started others. Returns false if that is not allowed.
 */
function addAll(group: CpuGroup, pid: number): boolean {
  if (!group.add(pid)) return false;
  for (const child of childrenOf(pid)) addAll(group, child);
  return true;
}

/** The time in which the output of a program that has exited is read. */
const READ_WITHIN_SECONDS = 0.25;

/**
 * Follows a program that was started with the words and the environment of a mark, and as the leader of a group. When the
 * leader exits, all other processes of the family are ended: those in its group at once, those elsewhere by their mark.
 * Should this process be killed first, the next command ends them.
 * @param what the name of the program, for people
 */
export function follow(child: ChildProcess, { token }: Mark, what: string): Family {
  const { pid } = child;
  const forget = pid === undefined ? () => {} : remember(pid, what, { token });
  const made = pid === undefined ? null : newCpuGroup(token);
  const group = pid !== undefined && made !== null && addAll(made, pid) ? made : null;
  let forgetFamily = pid === undefined ? () => {} : know(pid, { token, group });
  let leader = pid;
  const leadBy = (inside: number, first: number) => {
    const outside = forgetFamily;
    const forgetInside = know(inside, { token, group }, first);
    forgetFamily = () => {
      outside();
      forgetInside();
    };
    leader = inside;
  };
  let running = pid !== undefined;
  const kill = () => {
    if (running) killGroup(child);
  };
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const exited = new Promise<void>((resolve) => {
    // Also emitted if the process could not be killed. It then still has to end.
    child.on("error", () => {
      if (pid === undefined) resolve();
    });
    child.once("exit", () => {
      // The members of the group keep its number from being used again. Later it may belong to somebody else.
      killGroup(child);
      running = false;
      resolve();
    });
  });
  const clear = async () => {
    await exited;
    if (pid !== undefined && !(await endMarked(token)).left) forget();
    // A process that was not found may hold the pipes open.
    await within(READ_WITHIN_SECONDS, closed);
    forgetFamily();
    made?.remove();
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const gone = clear();
  const end = async (signal: NodeJS.Signals, withinSeconds: number) => {
    if (running) attempt(() => process.kill(leader ?? Number.NaN, signal));
    await within(withinSeconds, exited);
    kill();
    await within(2 * KILLED_WITHIN_SECONDS, gone);
  };
  return { gone, kill, end, leadBy };
}

async function within(seconds: number, event: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(seconds * 1000, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([event, late]);
  timer.abort();
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
  } catch {
    // No process is left in the group, or the system has no groups.
    child.kill("SIGKILL");
  }
}
