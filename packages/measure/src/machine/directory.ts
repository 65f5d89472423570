import { constants, lstatSync, statSync, type Stats } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { makeFolder, userStateDirectory } from "@deadheat/journal";
import { EnvironmentError } from "../errors.ts";

/**
 * Returns the folder that a user's commands share, and creates it. The first of these that is usable:
 * - DEADHEAT_STATE_DIR,
 * - below XDG_STATE_HOME or the system's place for state (`~/.local/state` on Linux),
 * - below the folder for temporary files.
 * @throws the system's error if no folder can be written; EnvironmentError if the last one is not ours alone
 */
export function stateDirectory(): string {
  const { DEADHEAT_STATE_DIR: asked } = process.env;
  if (asked) return made(asked);
  try {
    const path = made(userStateDirectory());
    return own(path, statSync(path), 0o022);
  } catch {
    const path = made(join(os.tmpdir(), `deadheat-${os.userInfo().uid}`));
    return own(path, lstatSync(path), 0o077);
  }
}

/**
 * Returns the folder if it is ours. Below /tmp anybody can make a folder of this name, or a link, and would then decide
 * which files we write.
 * @param others the permissions that nobody else may have
 */
function own(path: string, { uid, mode }: Stats, others: number): string {
  if (process.getuid === undefined) return path;
  const isFolder = (mode & constants.S_IFMT) === constants.S_IFDIR;
  if (isFolder && uid === process.getuid() && (mode & others) === 0) return path;
  throw new EnvironmentError(
    `${path} does not belong to you alone. Set DEADHEAT_STATE_DIR to a folder that nobody else can write to`,
  );
}

function made(path: string): string {
  return makeFolder(path, 0o700);
}
