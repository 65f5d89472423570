import { parseCpuList } from "./cpus.ts";
import { familyOf } from "./known-families.ts";
import { holdsAny, socketsOn, type ListeningSocket } from "./listeners.ts";
import { processTree, threadsOf } from "./members.ts";
import type { Pinning } from "./pinning.ts";
import { statOf, textOf } from "./system.ts";

/**
 * Returns why the CPU clocks of a server are not those of what was loaded: another process listens on its port, or a part
 * of it has left the servers' CPU. null if all is well, for a server that we did not start, and on other systems than Linux.
 */
export function misplaced(pid: number, port: number, pinning: Pinning): string | null {
  if (familyOf(pid) === undefined || process.platform !== "linux") return null;
  const members = processTree(pid);
  const sockets = socketsOn(port);
  const isOwn = (socket: ListeningSocket) => members.some((member) => holdsAny(member, [socket]));
  // Several processes may share a port (SO_REUSEPORT, socket(7)), and each of them gets a part of the load.
  if (!sockets.every(isOwn)) {
    return (
      `a process that listens on port ${port} is none of those that the command has started, so its CPU time cannot be ` +
      "measured. Let the command itself be the server, in the foreground"
    );
  }
  return (
    members.map((member) => leftCpu(member, pinning)).find((reason) => reason !== null) ?? null
  );
}

/** Returns true if a process of a server is stopped (SIGSTOP) and so leaves its CPU to the other one. */
export function isStopped(pid: number): boolean {
  return /^[Tt]$/.test(statOf(pid)?.[0] ?? "");
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
