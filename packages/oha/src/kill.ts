import type { ChildProcess } from "node:child_process";

// Not execa: it waits for as long as what an ended child has left holds its pipes, and takes 0.1 s to load.

const LEFTOVER_GRACE = 1000;

/** SIGKILLs a running detached child and all of its process group; does nothing once it ended. */
export function killGroup(child: ChildProcess): void {
  // The id of a child that was reaped may by now belong to somebody else.
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child);
}

/**
 * Settles with exit code and signal when a detached child has ended and its pipes are read.
 * Processes that it left behind would hold the pipes open for ever: they are killed a second later.
 *
 * @throws the system's error when the child could not be started.
 */
export function closed(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return new Promise((resolve, reject) => {
    const timers: NodeJS.Timeout[] = [];
    child.once("error", (error) => {
      // Also emitted when a kill failed; then the child is still to end.
      if (child.pid === undefined) reject(error);
    });
    child.once("exit", () => {
      // The pipes are still open, so a member of the group lives and the group's id is still ours.
      timers.push(setTimeout(() => signalGroup(child), LEFTOVER_GRACE));
      timers.push(setTimeout(() => destroyPipes(child), 2 * LEFTOVER_GRACE));
    });
    child.once("close", (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      resolve([code, signal]);
    });
  });
}

function destroyPipes(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function signalGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}
