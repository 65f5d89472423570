import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { identify, identitySchema, isRunning } from "../machine/identity.ts";
import type { ServicesFolder } from "./service.ts";

const PREFIX = "deadheat-services-";

/**
 * Makes a new folder and starts a guard: a shell that waits until this process is gone, however it ended. The guard then
 * stops the services and removes the folder. If the guard is gone too (both killed, a power cut), the next start
 * cleans up.
 */
export function openServicesFolder(parent: string = passable()): ServicesFolder {
  removeLeftovers(parent);
  const path = mkdtempSync(join(parent, PREFIX));
  // Postgres may run as another user, who must be able to reach its own folder inside.
  chmodSync(path, 0o711);
  writeFileSync(join(path, "owner"), JSON.stringify(identify(process.pid)));
  writeFileSync(join(path, "pids"), "");
  const guard = spawn("sh", ["-c", GUARD, "deadheat-guard", path], {
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C in the terminal must reach only the run, which stops its services in order.
    detached: true,
  });
  guard.on("error", () => {});
  guard.unref();
  guard.stdin.on("error", () => {});
  (guard.stdin as unknown as { unref(): void }).unref();
  return {
    path,
    guardProcess: (pid) => appendFileSync(join(path, "pids"), `${pid}\n`),
    remove: () => {
      rmSync(path, { recursive: true, force: true });
      guard.stdin.end();
    },
  };
}

/** Returns the folder for temporary files. For root it is one that the user of Postgres can reach. */
function passable(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  return [tmpdir(), "/tmp", "/var/tmp"].find(isOpen) ?? tmpdir();
}

function isOpen(path: string): boolean {
  if (!existsSync(path) || (statSync(path).mode & 0o001) === 0) return false;
  return dirname(path) === path || isOpen(dirname(path));
}

/** The guard's script. SIGINT is the fast shutdown of Postgres (postgres(1)) and of Valkey. */
const GUARD = `
cat >/dev/null
[ -d "$1" ] || exit 0
pids=$(cat "$1/pids")
for pid in $pids; do kill -INT "$pid"; done
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  left=
  for pid in $pids; do kill -0 "$pid" && left=yes; done
  [ -z "$left" ] && break
  sleep 0.1
done
for pid in $pids; do kill -KILL "$pid"; done
rm -rf "$1"
`;

/** Removes the folders of runs that have ended, and stops the services that still run there. */
export function removeLeftovers(parent: string = passable()): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const path = join(parent, name);
    try {
      const owner = v.parse(identitySchema, JSON.parse(readFileSync(join(path, "owner"), "utf8")));
      if (isRunning(owner)) continue;
      for (const pid of readFileSync(join(path, "pids"), "utf8").split("\n").filter(Boolean)) {
        // The process id may belong to another process by now.
        if (workingDirectory(pid).startsWith(path)) process.kill(Number(pid), "SIGKILL");
      }
      rmSync(path, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, or is being made or removed at this moment.
    }
  }
}

function workingDirectory(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}
