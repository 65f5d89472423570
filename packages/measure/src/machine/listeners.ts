import { readdirSync, readlinkSync } from "node:fs";
import { attempt } from "@deadheat/journal";
import { textOf } from "../system.ts";

/** A socket, as /proc/net/tcp and /proc/net/tcp6 have it (proc(5)). */
export interface Socket {
  /** The address and the port of this end and of the other end, in hexadecimal digits. */
  readonly local: string;
  readonly remote: string;
  readonly inode: string;
  /** True if the socket listens; otherwise it is an open connection. */
  readonly listens: boolean;
}

/** Returns the sockets that listen on a port; none if the system does not show them. */
export function socketsOn(port: number): Socket[] {
  return socketsAt(port, openSockets()).server.filter(({ listens }) => listens);
}

/** Returns the sockets of a port, those that listen and those that are connected, and the other ends of its connections. */
export function socketsAt(
  port: number,
  all: readonly Socket[],
): { readonly server: Socket[]; readonly clients: Socket[] } {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return {
    server: all.filter(({ local }) => local.endsWith(end)),
    clients: all.filter(({ remote }) => remote.endsWith(end)),
  };
}

/** Returns the ports that any of these processes listens on. */
export function portsOf(pids: readonly number[], all: readonly Socket[] = openSockets()): number[] {
  const held = all.filter(
    (socket) => socket.listens && pids.some((pid) => holdsAny(pid, [socket])),
  );
  const ports = held.map(({ local }) => Number.parseInt(local.split(":")[1] ?? "", 16));
  return [...new Set(ports)];
}

/** Matches a socket that is connected (01) or listens (0A, include/net/tcp_states.h). */
const OPEN = /^ *\d+: (\S+) (\S+) (01|0A) \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

/**
 * Returns all sockets that are connected or listen. The system also lists the sockets that were closed in the last minute.
 * Under load there are thousands of them, and reading the list takes about 10 ms of CPU time, so read it once for each check.
 */
export function openSockets(): Socket[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
    [...(textOf(file) ?? "").matchAll(OPEN)].map(
      ([, local = "", remote = "", state, inode = ""]): Socket => {
        return { local, remote, inode, listens: state === "0A" };
      },
    ),
  );
}

/** Returns true if a process holds one of these sockets. The open files of another user's process are hidden. */
export function holdsAny(pid: number, sockets: readonly Socket[]): boolean {
  const links = new Set(sockets.map(({ inode }) => `socket:[${inode}]`));
  const open = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return open.some((fd) => links.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ""));
}
