import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * The process that listens on a port of loopback, as far as Linux shows it to this user: the socket's inode is in
 * /proc/net/tcp, and among the open files of its process (proc(5)). Null where it cannot be known.
 */
export function listenerOn(port: number): number | null {
  const inodes = new Set(
    ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => listening(file, port)),
  );
  if (inodes.size === 0) return null;
  const owners = numbers("/proc").filter((pid) =>
    numbers(`/proc/${pid}/fd`).some((fd) => inodes.has(socketOf(`/proc/${pid}/fd/${fd}`) ?? "")),
  );
  // A program that serves with several processes has them share it: the first is the parent of the others.
  return owners.length === 0 ? null : Math.min(...owners);
}

const LISTEN = "0A";

function listening(file: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return read(file)
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTEN && local?.endsWith(`:${wanted}`))
    .map((fields) => fields[9] ?? "");
}

function socketOf(path: string): string | null {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Of a process of somebody else's there are none to be seen. */
function numbers(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
