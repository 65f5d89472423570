import { readdirSync, readlinkSync } from "node:fs";
import { parseCpuList } from "./cpus.ts";
import { familyOf } from "./known-families.ts";
import { processTree, threadsOf } from "./members.ts";
import type { Pinning } from "./pinning.ts";
import { statFields, textOf } from "./system.ts";

/**
 * Returns why the CPU clocks of a server are not those of what was loaded: another process listens on its port, or a part
 * of it has left the servers' CPU. null if all is well, for a server that we did not start, and on other systems than Linux.
 */
export function misplaced(pid: number, port: number, pinning: Pinning): string | null {
  if (familyOf(pid) === undefined || process.platform !== "linux") return null;
  const members = processTree(pid);
  const sockets = listenersOn(port);
  if (sockets.size > 0 && !members.some((member) => holdsAny(member, sockets))) {
    return (
      `the process that listens on port ${port} is none of those that the command has started, so its CPU time cannot be ` +
      "measured. Let the command itself be the server, in the foreground"
    );
  }
  return (
    members.map((member) => leftCpu(member, pinning)).find((reason) => reason !== null) ?? null
  );
}

/** Returns true if a process of a server is stopped (SIGSTOP) and so leaves its CPU to the other one. */
export function isStopped(pid: number): boolean {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat !== null && /^[Tt]$/.test(statFields(stat)[0] ?? "");
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

/** The state of a listening socket in /proc/net/tcp (include/net/tcp_states.h). */
const LISTEN = "0A";

/** Returns the inodes of the sockets that listen on a port; none if the system does not show them. */
function listenersOn(port: number): Set<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const lines = ["tcp", "tcp6"].flatMap((name) => (textOf(`/proc/net/${name}`) ?? "").split("\n"));
  return new Set(
    lines.flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const isOurs = fields[1]?.endsWith(`:${hex}`) && fields[3] === LISTEN;
      return isOurs && fields[9] !== undefined ? [`socket:[${fields[9]}]`] : [];
    }),
  );
}

function holdsAny(pid: number, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false;
      }
    });
  } catch {
    // The process has ended, or its files are hidden: another user's, which is no member that can be measured.
    return false;
  }
}
