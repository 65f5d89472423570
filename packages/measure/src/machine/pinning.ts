import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import { EnvironmentError } from "../errors.ts";
import { parseCpuList, siblingsOf } from "./cpus.ts";

/** Which CPUs run what. `mode: "none"`: the system does not allow it, or has a single CPU. */
export interface Pinning {
  readonly mode: "taskset" | "none";
  readonly server: number[];
  readonly generators: number[];
  /** Whether the servers of a duet leave each other their turns (see `pinned`); missing: not known then. */
  readonly batch?: boolean | undefined;
  /** Why not, where mode is none. */
  readonly reason: string | null;
}

/** What a process of ours is: a server alone, one of a duet's two, or a generator. */
type Role = "server" | "duet" | "generators";

/**
 * One CPU for the servers, the others for the generators and everything else of ours; the server
 * CPU's hyperthread siblings stay idle where enough CPUs are left.
 */
export function choosePinning(allowed: readonly number[] = allowedCpus()): Pinning {
  const none = (reason: string): Pinning => ({
    mode: "none",
    server: [],
    generators: [],
    batch: false,
    reason,
  });
  if (process.platform !== "linux") return none(`${process.platform} does not pin processes`);
  const server = allowed.at(-1);
  if (server === undefined || allowed.length < 2) return none("only one CPU may be used");
  if (!works("taskset", ["-c", String(server), "true"])) {
    return none("taskset (package util-linux) is missing or not allowed");
  }
  const others = allowed.filter((cpu) => cpu !== server);
  const siblings = siblingsOf(server);
  const apart = others.filter((cpu) => !siblings.includes(cpu));
  return {
    mode: "taskset",
    server: [server],
    generators: apart.length >= 1 ? apart : others,
    batch: works("chrt", ["--batch", "0", "true"]),
    reason: null,
  };
}

/**
 * The words that start a program on its CPUs; empty where the system does not pin. The two servers of a
 * duet are SCHED_BATCH (sched(7)), so that the one that is woken waits for the other's turn to end. As
 * ordinary tasks the faster one, which sleeps whenever its generator is behind, would interrupt the other
 * at every answer that comes in: how often is the generator's doing, and decided the ratio
 * (docs/findings/whose-turn.md).
 */
export function pinned(pinning: Pinning, role: Role): string[] {
  if (pinning.mode === "none") return [];
  const cpus = role === "generators" ? pinning.generators : pinning.server;
  const turns = role === "duet" && pinning.batch ? ["chrt", "--batch", "0"] : [];
  return ["taskset", "-c", cpus.join(","), ...turns];
}

/**
 * @throws EnvironmentError when CPUs that the run was planned for are gone: switched off, or out of our
 * cpuset. The kernel has moved what ran there without a word, so that a figure of it would be another's.
 */
export function requireCpus(pinning: Pinning): void {
  for (const role of ["server", "generators"] as const) {
    const [program, ...args] = pinned(pinning, role);
    if (program === undefined || works(program, [...args, "true"])) continue;
    throw new EnvironmentError(
      `CPU ${pinning[role].join(",")}, where the ${role === "server" ? "servers" : "generators"} ran, may ` +
        "not be used any more: bring it back and add --resume, or start anew",
    );
  }
}

/**
 * Moves this process, every thread of it, to the generators' CPUs, as the tasks of a run are from their start: what
 * it does between two loads, and its own garbage, would else be done where a server is measured. It stays there until
 * the function that comes back is called.
 */
export function pinOurselves(pinning: Pinning): () => void {
  if (pinning.mode === "none") return () => {};
  const before = allowedCpus();
  if (!moveOurselves(pinning.generators)) {
    throw new EnvironmentError(
      `this process may not be moved to CPU ${pinning.generators.join(",")}`,
    );
  }
  return () => void moveOurselves(before);
}

function moveOurselves(cpus: readonly number[]): boolean {
  return works("taskset", ["-apc", cpus.join(","), String(process.pid)]);
}

/**
 * The words that make the kernel end a child when its parent dies, however it dies (Linux,
 * prctl(2) PR_SET_PDEATHSIG); empty where `setpriv` is missing.
 */
export function diesWithParent(): string[] {
  mayDie ??= works("setpriv", ["--pdeathsig", "KILL", "true"]);
  return mayDie ? ["setpriv", "--pdeathsig", "KILL"] : [];
}
let mayDie: boolean | undefined;

function allowedCpus(): number[] {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1];
    if (list !== undefined) return parseCpuList(list);
  } catch {
    // Not Linux.
  }
  return os.cpus().map((_, cpu) => cpu);
}

function works(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
