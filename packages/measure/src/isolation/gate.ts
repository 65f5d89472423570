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

/**
 * Waits until a program that was started with `words` of walls has them around it.
 * @returns null if it ended before that
 */
export async function atGate(child: ChildProcess): Promise<Waiting | null> {
  const gate = child.stdio[3] as Duplex;
  gate.on("error", () => {});
  const isUp = once(gate, "data").then(() => true);
  isUp.catch(() => {});
  const ended = once(child, "exit").then(() => false);
  ended.catch(() => {});
  if (!(await Promise.race([isUp, ended]))) return null;
  const [first = 0] = childrenOf(child.pid ?? 0);
  const [pid = 0] = childrenOf(first);
  if (pid === 0) return null;
  return { pid, first, open: () => gate.end("go\n") };
}
