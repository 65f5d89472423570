import { rmSync, statSync, writeFileSync } from "node:fs";
import process from "node:process";
import { beginOn } from "./database.ts";
import { listenFor } from "./socket.ts";

/**
 * Takes a socket and the file `<path>.db`. The socket decides among the processes of one network namespace. The file
 * decides between containers that share a folder, where Node has SQLite (>= 22.13) and the file system has locks.
 */
export async function takeBoth(path: string): Promise<(() => void) | null> {
  const endSocket = await listenFor(path);
  if (endSocket === null) return null;
  try {
    const endFile = await beginAlone(path);
    if (endFile === null) {
      endSocket();
      return null;
    }
    return () => {
      endFile();
      endSocket();
    };
  } catch {
    return endSocket;
  }
}

/** Begins on the file, and removes it at the end. Returns null while another container holds it. */
async function beginAlone(path: string): Promise<(() => void) | null> {
  const file = `${path}.db`;
  for (;;) {
    try {
      writeFileSync(file, "", { flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const before = inodeOf(file);
    const end = await quietly(() => beginOn(path));
    if (end === null) return null;
    // If the last holder has removed the file meanwhile, others use a new one.
    if (before !== null && before === inodeOf(file)) {
      return () => {
        rmSync(file, { force: true });
        end();
      };
    }
    end();
  }
}

function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
}

/** Runs `work` without the warning of Node 22 and 24 that SQLite is experimental. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
