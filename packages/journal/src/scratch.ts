import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { attempt, EnvironmentError } from "./errors.ts";

/**
 * Makes an empty folder for temporary files, which the caller removes. Its name has the id of this process and of its
 * namespace, so that `sweepScratch` finds what a killed process has left.
 * @throws EnvironmentError if there is no folder for temporary files, or nobody may write to it
 */
export function scratchFolder(name: string, parent = tmpdir()): string {
  try {
    return mkdtempSync(join(parent, `${PREFIX}${name}-${namespace()}.${process.pid}-`));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new EnvironmentError(
      `No folder for temporary files can be made in ${parent} (${code ?? message}). Set TMPDIR to a folder that you may write to`,
      { cause },
    );
  }
}

const PREFIX = "deadheat-";

/** Runs `work` with an empty folder for temporary files, which is removed afterwards. */
export async function withScratch<T>(
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = scratchFolder(name);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the temporary folders of processes that have ended. Processes of another container are not visible, so theirs stay. */
export function sweepScratch(): void {
  const own = new RegExp(`^${PREFIX}[a-z]+-${namespace()}\\.(\\d+)-\\w{6}$`);
  // Services of root may have had to use /tmp.
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    for (const name of attempt(() => readdirSync(parent)) ?? []) {
      const pid = own.exec(name)?.[1];
      if (pid === undefined || isThere(Number(pid))) continue;
      // A folder of another user stays: the sticky bit of /tmp protects it.
      attempt(() => rmSync(join(parent, name), { recursive: true, force: true }));
    }
  }
}

/** Returns the number of the namespace of process ids (pid_namespaces(7)); 0 on systems without. */
function namespace(): string {
  const link = attempt(() => readlinkSync("/proc/self/ns/pid")) ?? "";
  return /\d+/.exec(link)?.[0] ?? "0";
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
