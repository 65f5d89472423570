import { readdirSync, readlinkSync } from "node:fs";
import { attempt } from "@deadheat/journal";
import { textOf } from "./system.ts";

/** A socket, as /proc/net/tcp and /proc/net/tcp6 have it (proc(5)). */
export interface Socket {
  /** The address and the port of this end and of the other end, in hexadecimal digits. */
  readonly local: string;
  readonly remote: string;
  readonly inode: string;
  /** True if the socket listens; otherwise it is an open connection. */
  readonly listens: boolean;
}

/** The states of a socket (include/net/tcp_states.h). */
const [ESTABLISHED, LISTEN] = ["01", "0A"];

/** Returns the sockets that listen on a port; none if the system does not show them. */
export function socketsOn(port: number): Socket[] {
  return socketsAt(port).server.filter(({ listens }) => listens);
}

/** Returns the sockets of a port, those that listen and those that are connected, and the other ends of its connections. */
export function socketsAt(port: number): { readonly server: Socket[]; readonly clients: Socket[] } {
  const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const all = allSockets();
  return {
    server: all.filter(({ local }) => local.endsWith(end)),
    clients: all.filter(({ remote }) => remote.endsWith(end)),
  };
}

/** Returns the ports that any of these processes listens on. */
export function portsOf(pids: readonly number[]): number[] {
  const held = allSockets().filter(
    (socket) => socket.listens && pids.some((pid) => holdsAny(pid, [socket])),
  );
  const ports = held.map(({ local }) => Number.parseInt(local.split(":")[1] ?? "", 16));
  return [...new Set(ports)];
}

function allSockets(): Socket[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => (textOf(file) ?? "").split("\n"))
    .flatMap((line) => {
      const [, local = "", remote = "", state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state !== LISTEN && state !== ESTABLISHED) return [];
      return [{ local, remote, inode, listens: state === LISTEN }];
    });
}

/** Returns true if a process holds one of these sockets. The open files of another user's process are hidden. */
export function holdsAny(pid: number, sockets: readonly Socket[]): boolean {
  const links = new Set(sockets.map(({ inode }) => `socket:[${inode}]`));
  const open = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return open.some((fd) => links.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ""));
}
