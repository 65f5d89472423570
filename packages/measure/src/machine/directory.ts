import { mkdirSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { notPrivate, userStateDirectory, EnvironmentError } from "@deadheat/journal";

/**
 * Returns the folder that a user's commands share, and creates it. The first of these that is usable:
 * - DEADHEAT_STATE_DIR,
 * - below XDG_STATE_HOME or the system's place for state (`~/.local/state` on Linux),
 * - below the folder for temporary files.
 * @throws the system's error if no folder can be written; EnvironmentError if the folder is not this user's alone
 */
export function stateDirectory(): string {
  const { DEADHEAT_STATE_DIR: asked } = process.env;
  if (asked) return own(asked, true);
  try {
    return own(userStateDirectory(), true);
  } catch {
    // Anybody can make a folder of this name there, or a link.
    return own(join(os.tmpdir(), `deadheat-${os.userInfo().uid}`), false);
  }
}

function own(path: string, follow: boolean): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const problem = notPrivate(path, follow);
  if (problem === null) return path;
  throw new EnvironmentError(
    `${path} ${problem}. Set DEADHEAT_STATE_DIR to a folder that nobody else can write to`,
  );
}
