import { mkdirSync } from "node:fs";
import os from "node:os";
import { isAbsolute, join } from "node:path";
import process from "node:process";
import envPaths from "env-paths";

/**
 * Returns the folder that a user's commands share, and creates it. The first of these that is usable:
 * - DEADHEAT_STATE_DIR,
 * - below XDG_STATE_HOME or the system's place for state (`~/.local/state` on Linux),
 * - below the folder for temporary files.
 * @throws the system's error if no folder can be written
 */
export function stateDirectory(): string {
  const { DEADHEAT_STATE_DIR: asked } = process.env;
  if (asked) return made(asked);
  try {
    return made(userState());
  } catch {
    return made(join(os.tmpdir(), `deadheat-${os.userInfo().uid}`));
  }
}

function userState(): string {
  const { XDG_STATE_HOME: xdg } = process.env;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "deadheat");
  // env-paths puts `log` there, even below a relative XDG_STATE_HOME, which the specification says to ignore.
  const { log } = envPaths("deadheat", { suffix: "" });
  return isAbsolute(log) ? log : join(os.homedir(), ".local", "state", "deadheat");
}

function made(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
