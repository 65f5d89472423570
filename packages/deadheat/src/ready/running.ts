import { allProcesses, holdsAny, socketsOn } from "@deadheat/measure";

/** Returns the process that listens on a port of loopback; null if this user cannot see the process. */
export function listenerOn(port: number): number | null {
  const sockets = socketsOn(port);
  if (sockets.length === 0) return null;
  const owners = allProcesses().filter((pid) => holdsAny(pid, sockets));
  // Several processes of a program may share the socket. The first process is the parent of the others.
  return owners.length === 0 ? null : Math.min(...owners);
}

/** Returns true if something listens on this port beyond loopback, so that other machines can reach it (Linux). */
export function isExposed(port: number): boolean {
  return socketsOn(port).some(({ local }) => !LOOPBACK.test(local));
}

/** 127.0.0.0/8, also within IPv6, and ::1, as the kernel writes them. */
const LOOPBACK = /^(?:0{16}F{4}0{4}|0{16}FFFF0000)?[0-9A-F]{6}7F:|^0{24}01000000:/;
