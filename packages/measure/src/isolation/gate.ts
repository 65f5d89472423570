import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { childrenOf } from "../machine/members.ts";

/** A program that waits inside of its walls. */
export interface Waiting {
  /** The id of the process, as this process sees it, that becomes the server. */
  readonly pid: number;
  /** The first process of the namespace. All others are its descendants, and end with it. */
  readonly first: number;
  /** Lets the program start. */
  readonly open: () => void;
}

/** A mount of a file system that does not answer has no end. */
const WITHIN_SECONDS = 20;

/**
 * Waits until a program that was started with `words` of walls has them around it.
 * @returns null if it ended before that, took too long, or the signal was raised
 */
export async function atGate(child: ChildProcess, stop?: AbortSignal): Promise<Waiting | null> {
  const gate = child.stdio[3] as Duplex;
  gate.on("error", () => {});
  const late = AbortSignal.timeout(1000 * WITHIN_SECONDS);
  const signal = stop ? AbortSignal.any([late, stop]) : late;
  const no = () => false;
  const isUp = once(gate, "data", { signal }).then(() => true, no);
  const ended = once(child, "exit", { signal }).then(no, no);
  if (!(await Promise.race([isUp, ended]))) return null;
  const [first = 0] = childrenOf(child.pid ?? 0);
  const [pid = 0] = childrenOf(first);
  if (pid === 0) return null;
  return { pid, first, open: () => gate.end("go\n") };
}
