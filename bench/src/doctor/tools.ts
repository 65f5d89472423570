import { execFileSync } from "node:child_process";
import { messageOf } from "@deadheat/journal";
import { findOha, OHA_VERSION } from "@deadheat/oha";
import type { Io } from "deadheat/cli";
import { root } from "../targets/project.ts";
import { fail, ok, warn, type Check } from "./check.ts";

/** Checks for oha, the load generator. */
export async function checkOha({ signal }: Io): Promise<Check> {
  try {
    const { oha, attempts } = await findOha({ signal });
    if (oha) {
      const hash = oha.sha256.slice(0, 12);
      return ok("oha", `${oha.version} ${oha.path} (${oha.source}, sha256 ${hash})`);
    }
    const fix =
      "nothing, if cargo with Rust >= 1.88 is installed (about 6 minutes, once); " +
      `or install oha ${OHA_VERSION} and set OHA_BIN`;
    return warn("oha", ["not found; a run installs it", ...attempts].join("; "), fix);
  } catch (error) {
    return fail("oha", messageOf(error), "unset or correct OHA_BIN");
  }
}

/** Checks for pnpm, through which turbo starts its tasks. */
export function checkPnpm(): Check {
  const version = /pnpm\/(\S+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
  if (version !== undefined) return ok("pnpm", version);
  try {
    return ok("pnpm", execFileSync("pnpm", ["--version"], { cwd: root, encoding: "utf8" }).trim());
  } catch {
    return fail("pnpm", "not on PATH", "start the command as `npx -y pnpm@12.21.0 bench`");
  }
}
