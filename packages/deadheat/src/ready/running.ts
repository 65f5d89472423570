import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { attempt } from "@deadheat/journal";

/**
 * Returns the process that listens on a port of loopback; null if this user cannot see the process. On Linux the inode
 * of the socket is in /proc/net/tcp, and among the open files of its process (proc(5)).
 */
export function listenerOn(port: number): number | null {
  const inodes = new Set(listeners(port).map((fields) => fields[9] ?? ""));
  if (inodes.size === 0) return null;
  const owners = numbers("/proc").filter((pid) =>
    numbers(`/proc/${pid}/fd`).some((fd) => inodes.has(socketOf(`/proc/${pid}/fd/${fd}`) ?? "")),
  );
  // Several processes of a program may share the socket. The first process is the parent of the others.
  return owners.length === 0 ? null : Math.min(...owners);
}

/** Returns true if something listens on this port beyond loopback, so that other machines can reach it (Linux). */
export function isExposed(port: number): boolean {
  return listeners(port).some(([, local = ""]) => !LOOPBACK.test(local));
}

/** 127.0.0.0/8, also within IPv6, and ::1, as the kernel writes them. */
const LOOPBACK = /^(?:0{16}F{4}0{4}|0{16}FFFF0000)?[0-9A-F]{6}7F:|^0{24}01000000:/;

const LISTEN = "0A";

/** Returns the fields of the lines about listening sockets. */
function listeners(port: number): string[][] {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"];
  return tables
    .flatMap((file) => (attempt(() => readFileSync(file, "utf8")) ?? "").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTEN && local?.endsWith(`:${wanted}`));
}

/** Returns the numeric names in a folder. The folder of another user's process appears empty. */
function numbers(folder: string): number[] {
  return (attempt(() => readdirSync(folder)) ?? []).map(Number).filter(Number.isInteger);
}

function socketOf(path: string): string | null {
  const link = attempt(() => readlinkSync(path)) ?? "";
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? null;
}
