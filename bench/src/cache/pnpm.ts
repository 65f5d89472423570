import { spawnSync } from "node:child_process";
import process from "node:process";
import { EnvironmentError } from "@deadheat/journal";
import { root } from "../targets/project.ts";

export const START_WITH_PNPM = "start the command as `npx -y pnpm@12.21.0 bench`";

/** Returns the version of the pnpm through which turbo starts its tasks; null if there is none on PATH. */
export function pnpmVersion(): string | null {
  const version = /pnpm\/(\S+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
  if (version !== undefined) return version;
  const { status, stdout } = spawnSync("pnpm", ["--version"], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/** @throws EnvironmentError without pnpm: turbo would say so only after everything is measured */
export function requirePnpm(): void {
  if (pnpmVersion() !== null) return;
  throw new EnvironmentError(
    `pnpm is not on PATH, and turbo keeps the journals with it. Install it, or ${START_WITH_PNPM}.`,
  );
}
