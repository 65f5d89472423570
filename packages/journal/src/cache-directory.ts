import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import envPaths from "env-paths";
import { UsageError } from "./errors.ts";
import { notPrivate } from "./private.ts";

/**
 * Returns deadheat's folder for caches: `$DEADHEAT_CACHE`, else `$XDG_CACHE_HOME/deadheat` on any system, else the folder
 * where the system keeps caches, `~/.cache/deadheat` on Linux. Relative paths are ignored.
 * @throws UsageError if the folder is not this user's alone: commands run what lies in it
 */
export function cacheDirectory(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const own = env["DEADHEAT_CACHE"];
  const path =
    own !== undefined && isAbsolute(own) ? own : folderOf(env["XDG_CACHE_HOME"], "cache", ".cache");
  const problem = notPrivate(path);
  if (problem === null) return path;
  throw new UsageError(
    `The cache ${path} ${problem}, who could change what deadheat runs. Set DEADHEAT_CACHE to a folder of your own, or ` +
      `run chmod go-w ${path} if you trust its content.`,
  );
}

/** @param xdg the folder that the user named, which the specification says to ignore if it is relative */
function folderOf(xdg: string | undefined, name: "cache" | "log", usual: string): string {
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "deadheat");
  const path = envPaths("deadheat", { suffix: "" })[name];
  // env-paths accepts a relative folder.
  return isAbsolute(path) ? path : join(homedir(), usual, "deadheat");
}

/**
 * Returns the path of deadheat's folder for state that lasts: `$XDG_STATE_HOME/deadheat` on any system, else the folder where
 * the system keeps state, `~/.local/state/deadheat` on Linux. Relative paths are ignored.
 */
export function userStateDirectory(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  // env-paths puts `log` there.
  return folderOf(env["XDG_STATE_HOME"], "log", ".local/state");
}
