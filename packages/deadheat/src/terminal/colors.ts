import { fstatSync } from "node:fs";
import { attempt } from "@deadheat/journal";

export const colorChoices = ["auto", "always", "never"] as const;

/** The variables that services for CI set. Their logs show colors, although nobody sits at a terminal. */
const CI = ["GITHUB_ACTIONS", "GITLAB_CI", "BUILDKITE", "CIRCLECI", "TF_BUILD", "CI"];

/**
 * Returns whether to print colors. A flag decides first, then `NO_COLOR` if it is not empty, then `FORCE_COLOR` (`0` and
 * `false` forbid them), and last whether standard output is a terminal or the log of CI.
 * @param args the arguments of the command line
 */
export function wantsColor(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: { readonly isTerminal: boolean; readonly isFile: boolean },
): boolean {
  const asked = flagIn(args);
  if (asked !== "auto") return asked === "always";
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (output.isTerminal) return env["TERM"] !== "dumb";
  return !output.isFile && CI.some((name) => env[name] && env[name] !== "false");
}

function flagIn(args: readonly string[]): (typeof colorChoices)[number] {
  const at = args.findLastIndex((arg) => /^--(?:no-)?color(?:=|$)/.test(arg));
  const arg = args[at];
  if (arg === undefined) return "auto";
  if (arg === "--no-color") return "never";
  const value = arg.split("=")[1] ?? args[at + 1];
  return colorChoices.find((choice) => choice === value) ?? "auto";
}

/** Returns whether a file descriptor is a file on the disk. */
export function isFile(descriptor: number): boolean {
  return attempt(() => fstatSync(descriptor).isFile()) ?? false;
}
