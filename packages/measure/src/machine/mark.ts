import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";

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

/** Returns a new mark for one program. */
export function newMark(): Mark {
  const token = randomBytes(16).toString("hex");
  const limit = limitOf(token);
  limits ??= works(LIMITS.to);
  const words = limits ? ["prlimit", `--msgqueue=${limit}:${limit}`] : [];
  return { token, words, env: { [VARIABLE]: token } };
}

// Programs that are started with our own environment carry a token too, which proves that they are ours.
process.env[VARIABLE] = randomBytes(16).toString("hex");

/** Returns the token in the environment of a process, as it was started; null if there is none or it cannot be read. */
export function tokenOf(pid: number): string | null {
  return (
    new RegExp(`(?:^|\0)${VARIABLE}=([0-9a-f]{32})\0`).exec(textOf(pid, "environ"))?.[1] ?? null
  );
}

/** Returns true if the process carries this token. */
export function isMarked(pid: number, token: string): boolean {
  if (tokenOf(pid) === token) return true;
  const limit = /^Max msgqueue size\s+\d+\s+(\d+)/m.exec(textOf(pid, "limits"))?.[1];
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
function works(limit: number): boolean {
  try {
    execFileSync("prlimit", [`--msgqueue=${limit}:${limit}`, "true"], { stdio: "ignore" });
    return true;
  } catch {
    // Not Linux, no util-linux, or a lower limit: this process carries a mark itself.
    return false;
  }
}

function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
}
