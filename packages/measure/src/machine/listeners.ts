import { readdirSync, readlinkSync } from "node:fs";
import { attempt } from "@deadheat/journal";
import { textOf } from "./system.ts";

/** A socket that listens, as /proc/net/tcp and /proc/net/tcp6 have it (proc(5)). */
export interface ListeningSocket {
  /** The address and the port in hexadecimal digits. */
  readonly local: string;
  readonly inode: string;
}

/** The state of a listening socket (include/net/tcp_states.h). */
const LISTEN = "0A";

/** Returns the sockets that listen on a port; none if the system does not show them. */
export function socketsOn(port: number): ListeningSocket[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return allSockets().filter(({ local }) => local.endsWith(`:${wanted}`));
}

/** Returns the ports that any of these processes listens on. */
export function portsOf(pids: readonly number[]): number[] {
  const held = allSockets().filter((socket) => pids.some((pid) => holdsAny(pid, [socket])));
  const ports = held.map(({ local }) => Number.parseInt(local.split(":")[1] ?? "", 16));
  return [...new Set(ports)];
}

function allSockets(): ListeningSocket[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => (textOf(file) ?? "").split("\n"))
    .flatMap((line) => {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      return state === LISTEN ? [{ local, inode }] : [];
    });
}

/** Returns true if a process holds one of these sockets. The open files of another user's process are hidden. */
export function holdsAny(pid: number, sockets: readonly ListeningSocket[]): boolean {
  const links = new Set(sockets.map(({ inode }) => `socket:[${inode}]`));
  const open = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return open.some((fd) => links.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ""));
}
