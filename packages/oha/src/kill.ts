import type { ChildProcess } from "node:child_process";

// Not execa: it waits as long as leftovers of an ended child hold its pipes, and takes 0.1 s to load.

const LEFTOVER_GRACE = 1000;

/** SIGKILLs a running detached child and its process group. Does nothing if the child has ended. */
export function killGroup(child: ChildProcess): void {
  // The id of a reaped child may by now belong to another process.
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child);
}

/**
 * Settles with exit code and signal when a detached child has ended and its pipes are read. Processes that the child
 * left behind could hold the pipes open forever, so they are killed a second later.
 * @throws the system's error if the child could not be started.
 */
export function closed(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    const timers: NodeJS.Timeout[] = [];
    child.once("error", (error) => {
      // A failed kill emits this event too. The child then still runs.
      if (child.pid === undefined) reject(error);
    });
    child.once("exit", () => {
      // The pipes are still open, so a member of the group lives, and the group's id is still ours.
      timers.push(setTimeout(() => signalGroup(child), LEFTOVER_GRACE));
      const destroyPipes = () => [child.stdout, child.stderr].forEach((pipe) => pipe?.destroy());
      timers.push(setTimeout(destroyPipes, 2 * LEFTOVER_GRACE));
    });
    child.once("close", (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve([code, signal]);
    });
  });
}

function signalGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}
