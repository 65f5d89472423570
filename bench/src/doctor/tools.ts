import { execFileSync } from "node:child_process";
import { messageOf } from "@deadheat/journal";
import { findOha, OHA_VERSION } from "@deadheat/oha";
import type { Io } from "deadheat/cli";
import { root } from "../targets/project.ts";
import type { Check } from "./check.ts";

/** What loads the servers. */
export async function checkOha({ signal }: Io): Promise<Check> {
  try {
    const { oha, attempts } = await findOha({ signal });
    if (oha) {
      const detail = `${oha.version} ${oha.path} (${oha.source}, sha256 ${oha.sha256.slice(0, 12)})`;
      return { name: "oha", status: "ok", detail, fix: null };
    }
    const detail = ["not found; a run obtains it", ...attempts].join("; ");
    const fix =
      "nothing, if cargo with Rust >= 1.88 is installed (about 6 minutes, once); " +
      `or install oha ${OHA_VERSION} and set OHA_BIN`;
    return { name: "oha", status: "warn", detail, fix };
  } catch (error) {
    return { name: "oha", status: "fail", detail: messageOf(error), fix: "unset or mend OHA_BIN" };
  }
}

/** Turbo starts the tasks through the package manager. */
export function checkPnpm(): Check {
  const version = /pnpm\/(\S+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
  if (version !== undefined) return { name: "pnpm", status: "ok", detail: version, fix: null };
  try {
    const detail = execFileSync("pnpm", ["--version"], { cwd: root, encoding: "utf8" }).trim();
    return { name: "pnpm", status: "ok", detail, fix: null };
  } catch {
    const fix = "start the command as `npx -y pnpm@12.21.0 bench`";
    return { name: "pnpm", status: "fail", detail: "not on PATH", fix };
  }
}
