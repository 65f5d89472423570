import os from "node:os";
import process from "node:process";
import { parseCpuList } from "./cpus.ts";
import { familyOf } from "./known-families.ts";
import { holdsAny, openSockets, portsOf, socketsAt, type Socket } from "./listeners.ts";
import { lookAround, processTree, threadsOf } from "./members.ts";
import type { Pinning } from "./pinning.ts";
import { statOf } from "../stat.ts";
import { textOf } from "../system.ts";
import { leftGroup } from "../unwalled/unwalled.ts";

/**
 * Returns why the CPU clocks of a server are not those of what was loaded: another process serves its port, or a part of it
 * has left the servers' CPU or its control group. null if all is well, for a server that we did not start, and on other
 * systems than Linux.
 */
export function misplaced(
  pid: number,
  port: number,
  pinning: Pinning,
  sockets: readonly Socket[] = openSockets(),
): string | null {
  const family = familyOf(pid);
  if (family === undefined || process.platform !== "linux") return null;
  const { members, strangers } = lookAround(pid);
  const { server } = socketsAt(port, sockets);
  const isOwn = (socket: Socket) => members.some((member) => holdsAny(member, [socket]));
  // Several processes may share a port (SO_REUSEPORT, socket(7)) or one socket, and each of them gets a part of the load.
  const astray = server.some((socket) => socket.listens && !isOwn(socket));
  if (astray || strangers.some((one) => holdsAny(one, server))) {
    return (
      `a process that listens on port ${port} is none of those that the command has started, so its CPU time cannot be ` +
      "measured. Let the command itself be the server, in the foreground"
    );
  }
  const { group, first } = family;
  const leaves = (member: number) =>
    first === null && group !== null ? leftGroup(member, group.name) : null;
  const reasons = members.map((member) => leftCpu(member, pinning) ?? leaves(member));
  return reasons.find((reason) => reason !== null) ?? null;
}

/**
 * Returns true if a process that may belong to a server has a connection to the port of the other one, or to another port that the
 * other one listens on, such as that of its inspector: neither a generator nor a process of the other server.
 */
export function reaches(
  pid: number,
  port: number,
  other: number,
  sockets: readonly Socket[],
): boolean {
  if (familyOf(pid) === undefined || process.platform !== "linux") return false;
  const { members, strangers } = lookAround(pid);
  const theirs = new Set(processTree(other));
  const ports = new Set([port, ...portsOf([...theirs], sockets)]);
  const clients = [...ports].flatMap((one) => socketsAt(one, sockets).clients);
  const isOurs = (one: number) => Number(statOf(one)?.("ppid")) === process.pid;
  const others = strangers.filter((one) => !theirs.has(one) && !isOurs(one));
  return [...members, ...others].some((one) => holdsAny(one, clients));
}

/** The number of a policy (sched(7)). */
const BATCH = 3;

/**
 * Returns why a process of a server that we started gets another share of the CPU than the other server: it is stopped, or
 * somebody has changed its priority or its scheduling policy. null if it does not.
 */
export function favored(pid: number, { batch = false, mode }: Pinning): string | null {
  const stat = statOf(pid);
  if (stat === null) return null;
  const [nice, policy] = [Number(stat("nice")), Number(stat("policy"))];
  const reason = stopped(pid);
  if (reason !== null) return reason;
  if (nice !== os.getPriority()) return `runs with another priority (nice ${nice})`;
  if (mode === "none" || !batch || policy === BATCH) return null;
  return `runs with another scheduling policy (${policy}) than both servers were started with`;
}

/** Returns the reason if a process is stopped (SIGSTOP) and so leaves its CPU to the other server, otherwise null. */
export function stopped(pid: number): string | null {
  const isStopped = /^[Tt]$/.test(statOf(pid)?.("state") ?? "");
  return isStopped ? "was stopped by a signal during the window" : null;
}

function leftCpu(member: number, { mode, server }: Pinning): string | null {
  if (mode === "none") return null;
  for (const tid of threadsOf(member)) {
    const status = textOf(`/proc/${member}/task/${tid}/status`) ?? "";
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1];
    if (list === undefined) continue;
    if (parseCpuList(list).every((cpu) => server.includes(cpu))) continue;
    return `a thread of the server may run on CPU ${list}, and not on CPU ${server.join(",")} alone, where both servers are measured`;
  }
  return null;
}
