import os from "node:os";
import { EnvironmentError, UsageError } from "@deadheat/journal";
import { processTree } from "./members.ts";
import { parseCpuList, siblingsOf } from "./cpus.ts";
import { textOf, works } from "../system.ts";
import { dealLanes, topologyOf, type Cpu, type Lane } from "./topology.ts";

/** The CPUs of servers and generators. The mode is `none` if the system has one CPU or does not allow pinning. */
export interface Pinning {
  readonly mode: "taskset" | "none";
  readonly server: number[];
  readonly generators: number[];
  /** true if the servers of a duet do not interrupt each other (see `pinned`). Absent in old records. */
  readonly batch?: boolean | undefined;
  /** The reason for the mode `none`, otherwise null. */
  readonly reason: string | null;
  /**
   * The CPUs of each duet if several are measured at once; missing otherwise. `server` is then that of the first, and
   * `generators` are all that serve no server, for services and for what is measured alone.
   */
  readonly lanes?: Lane[] | undefined;
}

/** The role of one of our processes: a server alone, one of the two of a duet, or a generator. */
type Role = "server" | "duet" | "generators";

/**
 * Chooses one CPU for the servers and the others for all else. Its hyperthread siblings stay idle if possible.
 * @param parallel the number of duets at once; `most` for as many as there are pairs of cores
 * @throws UsageError if this machine has no room for so many
 */
export function choosePinning(
  allowed: readonly number[] = allowedCpus(),
  parallel: number | "most" = 1,
): Pinning {
  const one = chooseCpus(allowed);
  if (parallel === 1) return one;
  return withLanes(one, one.mode === "none" ? null : topologyOf(allowed), parallel);
}

/** @param topology null if it is unknown @throws UsageError, as `choosePinning` */
export function withLanes(
  one: Pinning,
  topology: readonly Cpu[] | null,
  parallel: number | "most",
): Pinning {
  const cpus = topology ?? [];
  const lanes = dealLanes(cpus, parallel === "most" ? Infinity : parallel);
  if (parallel !== "most" && lanes.length < parallel) {
    const room = Math.max(1, lanes.length);
    const unknown = topology ? null : "which CPUs share a core is unknown here";
    const why = one.reason ?? unknown ?? `this machine has cores for ${room} at once`;
    throw new UsageError(
      `--parallel ${parallel}: ${why}. Leave it out, or give --parallel ${room}`,
    );
  }
  if (lanes.length < 2) return one;
  const servers = new Set(lanes.flatMap(({ server }) => server));
  const taken = new Set(cpus.filter(({ id }) => servers.has(id)).map(({ core }) => core));
  const generators = cpus.filter(({ core }) => !taken.has(core)).map(({ id }) => id);
  return { ...one, generators, lanes };
}

/** Returns the CPUs of each duet that is measured at once with others; those of the only one if there is one. */
export function lanesOf({ lanes, ...one }: Pinning): readonly [Pinning, ...Pinning[]] {
  const [first = one, ...others] = (lanes ?? []).map((lane) => ({ ...one, ...lane }));
  return [first, ...others];
}

/** Returns the number of CPUs that the generators of one duet have. */
export function generatorCpus(pinning: Pinning): number {
  return Math.min(...lanesOf(pinning).map(({ generators }) => generators.length));
}

function chooseCpus(allowed: readonly number[]): Pinning {
  const none = (reason: string): Pinning => {
    return { mode: "none", server: [], generators: [], batch: false, reason };
  };
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
 * Returns the words that start a program on its CPUs, or none if the system does not pin. The two servers of a duet run
 * as SCHED_BATCH (sched(7)), so that a woken server waits until the other's turn ends. As ordinary tasks, the faster
 * server sleeps whenever its generator is behind and would interrupt the other at every request. The generator would
 * then decide how often, and with that the ratio (docs/findings.md, "How Linux shares the CPU").
 */
export function pinned(pinning: Pinning, role: Role): string[] {
  if (pinning.mode === "none") return [];
  const cpus = role === "generators" ? pinning.generators : pinning.server;
  const turns = role === "duet" && pinning.batch ? ["chrt", "--batch", "0"] : [];
  return ["taskset", "-c", cpus.join(","), ...turns];
}

/**
 * Checks that the planned CPUs are still there. If a CPU is switched off or leaves our cpuset, the kernel silently
 * moves its processes, and the results are worthless.
 * @throws EnvironmentError if a CPU is gone
 */
export function requireCpus(pinning: Pinning): void {
  for (const role of ["server", "generators"] as const) {
    const [program, ...args] = pinned(pinning, role);
    if (program === undefined || works(program, [...args, "true"])) continue;
    throw new EnvironmentError(
      `CPU ${pinning[role].join(",")}, where the ${role === "server" ? "servers" : "generators"} ran, can ` +
        "no longer be used. Bring it back and add --resume, or start a new run",
    );
  }
}

/**
 * Moves all threads of this process to the generators' CPUs, where the tasks of a run start. Otherwise its work between
 * loads and its garbage collection would run on the servers' CPU.
 * @returns a function that undoes the move
 */
export function pinOurselves(pinning: Pinning): () => void {
  if (pinning.mode === "none") return () => {};
  const before = allowedCpus();
  if (!moveOurselves(pinning.generators)) {
    throw new EnvironmentError(
      `This process cannot be moved to CPU ${pinning.generators.join(",")}. Allow it to use that CPU`,
    );
  }
  return () => void moveOurselves(before);
}

/** Pins this process as `pinOurselves` does, and gives it all CPUs again while `onAllCpus` runs other work. */
export function pinWithBreaks(pinning: Pinning): {
  readonly unpin: () => void;
  readonly onAllCpus: <T>(work: () => Promise<T>) => Promise<T>;
} {
  let unpin = pinOurselves(pinning);
  return {
    unpin: () => unpin(),
    onAllCpus: async (work) => {
      unpin();
      try {
        return await work();
      } finally {
        unpin = pinOurselves(pinning);
      }
    },
  };
}

function moveOurselves(cpus: readonly number[]): boolean {
  return works("taskset", ["-apc", cpus.join(","), String(process.pid)]);
}

/** Moves the main thread of this process to the CPUs of a role. Returns false if that is not allowed. */
export function moveMainThread(pinning: Pinning, role: "server" | "generators"): boolean {
  if (pinning.mode === "none") return false;
  return works("taskset", ["-pc", pinning[role].join(","), String(process.pid)]);
}

/** Moves all threads of a process and of its descendants to the CPUs of a role. Returns false if that is not allowed. */
export function moveTree(pid: number, pinning: Pinning, role: "server" | "generators"): boolean {
  if (pinning.mode === "none") return false;
  const cpus = pinning[role].join(",");
  return processTree(pid).every((member) => works("taskset", ["-apc", cpus, String(member)]));
}

/**
 * Returns the words that make the kernel kill a child when its parent dies (Linux, prctl(2) PR_SET_PDEATHSIG), if any.
 */
export function diesWithParent(): string[] {
  mayDie ??= works("setpriv", ["--pdeathsig", "KILL", "true"]);
  return mayDie ? ["setpriv", "--pdeathsig", "KILL"] : [];
}
let mayDie: boolean | undefined;

function allowedCpus(): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(textOf("/proc/self/status") ?? "")?.[1];
  return list === undefined ? os.cpus().map((_, cpu) => cpu) : parseCpuList(list);
}
