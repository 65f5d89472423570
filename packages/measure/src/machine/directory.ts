import { mkdirSync } from "node:fs";
import os from "node:os";
import { isAbsolute, join } from "node:path";
import process from "node:process";

/**
 * The folder, made if need be, in which a user's commands know of each other: DEADHEAT_STATE_DIR;
 * else below XDG_STATE_HOME or `~/.local/state` (XDG Base Directory Specification); where that cannot
 * be written, in the folder for temporary files.
 * @throws the system's error when none can be written.
 */
export function stateDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const { DEADHEAT_STATE_DIR: asked, XDG_STATE_HOME: xdg } = env;
  if (asked) return made(asked);
  const home = xdg !== undefined && isAbsolute(xdg) ? xdg : join(os.homedir(), ".local", "state");
  try {
    return made(join(home, "deadheat"));
  } catch {
    return made(join(os.tmpdir(), `deadheat-${os.userInfo().uid}`));
  }
}

function made(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
