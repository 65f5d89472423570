import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "@deadheat/journal";
import { statOf } from "./stat.ts";
import { textOf, works } from "./system.ts";

/** The environment variable with the token of the program that a process belongs to. */
const VARIABLE = "DEADHEAT_PROCESS";

/**
 * The mark of a program that we start. Every process that the program starts inherits it, in any group or session, and
 * after its parents have ended. Only a process that carries the mark is provably ours.
 */
export interface Mark {
  readonly token: string;
  /** The words before the command. */
  readonly words: readonly string[];
  /** The part of the environment. */
  readonly env: Readonly<Record<string, string>>;
}

export function newMark(): Mark {
  const token = randomBytes(16).toString("hex");
  const limit = limitOf(token);
  // Not so on another system, without util-linux, or with a lower limit: this process carries a mark itself.
  limits ??= works("prlimit", [`--msgqueue=${LIMITS.to}:${LIMITS.to}`, "true"]);
  const words = limits ? ["prlimit", `--msgqueue=${limit}:${limit}`] : [];
  return { token, words, env: { [VARIABLE]: token } };
}

// Programs that are started with our own environment carry a token too, which proves that they are ours.
process.env[VARIABLE] = randomBytes(16).toString("hex");

/** Returns the token in the environment of a process, as it was started; null if there is none or it cannot be read. */
export function tokenOf(pid: number): string | null {
  const own = new RegExp(`(?:^|\0)${VARIABLE}=([0-9a-f]{32})\0`);
  return own.exec(textOf(`/proc/${pid}/environ`) ?? "")?.[1] ?? null;
}

export function isMarked(pid: number, token: string): boolean {
  if (tokenOf(pid) === token) return true;
  const text = textOf(`/proc/${pid}/limits`) ?? "";
  const limit = /^Max msgqueue size\s+\d+\s+(\d+)/m.exec(text)?.[1];
  return Number(limit) === limitOf(token);
}

/**
 * A second place for the mark: the limit of bytes in POSIX message queues (RLIMIT_MSGQUEUE, getrlimit(2)), 819,200
 * everywhere. Programs that clear their environment or write their title over it (nginx, PostgreSQL) keep the limit, and
 * only root can raise it again.
 */
const LIMITS = { from: 2 ** 18, to: 2 ** 19 };

/** Returns the limit of a token. It follows from the token, so that no file can name the limit of strangers. */
function limitOf(token: string): number {
  const hash = createHash("sha256").update(token).digest();
  return LIMITS.from + (hash.readUInt32BE() % (LIMITS.to - LIMITS.from));
}

let limits: boolean | undefined;

/** The time after SIGKILL in which a process ends, unless the kernel does not let it. */
export const KILLED_WITHIN_SECONDS = 5;

/**
 * Ends all processes that carry this token (Linux).
 * @returns whether there were any, and whether one of them still runs
 */
export async function endMarked(token: string): Promise<{ found: boolean; left: boolean }> {
  const deadline = performance.now() + KILLED_WITHIN_SECONDS * 1000;
  for (let found = false; ; found = true) {
    if (killMarked(token) === 0) return { found, left: false };
    if (performance.now() > deadline) return { found: true, left: true };
    await sleep(10);
  }
}

function killMarked(token: string): number {
  let found = 0;
  for (const pid of allProcesses()) {
    if (pid === process.pid || hasEnded(pid) || !isMarked(pid, token)) continue;
    found++;
    // The process may have just ended, or have changed its user.
    attempt(() => process.kill(pid, "SIGKILL"));
  }
  return found;
}

/** The newest first: a process that forks again and again is then found before it has ended. None outside Linux. */
export function allProcesses(): number[] {
  const names = (attempt(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name));
  return names.map(Number).toSorted((a, b) => b - a);
}

/** Returns true for a zombie too. @param stat its stat, if it is known */
export function hasEnded(pid: number, stat = statOf(pid)): boolean {
  return stat === null || /^[ZX]/.test(stat("state"));
}
