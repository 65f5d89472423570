import { mkdirSync } from "node:fs";
import os from "node:os";
import { isAbsolute, join } from "node:path";
import process from "node:process";
import envPaths from "env-paths";

/**
 * The folder, made if need be, in which a user's commands know of each other: DEADHEAT_STATE_DIR;
 * else below XDG_STATE_HOME, or where the system keeps what programs note down (`~/.local/state` on
 * Linux); where that cannot be written, in the folder for temporary files.
 * @throws the system's error when none can be written.
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
  // What env-paths calls `log` lies there, also when it is relative, which the specification says to ignore.
  const { log } = envPaths("deadheat", { suffix: "" });
  return isAbsolute(log) ? log : join(os.homedir(), ".local", "state", "deadheat");
}

function made(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
