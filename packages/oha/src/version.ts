import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import lt from "semver/functions/lt.js";

/**
 * The version that deadheat obtains, and the oldest that this package can use: before it there is no
 * `--worker-threads`, and oha starts a thread for each core.
 */
export const OHA_VERSION = "1.16.0";

type VersionAnswer = { version: string } | { problem: string };

interface AskOptions {
  signal?: AbortSignal | undefined;
  /** The seconds after which the program is killed; 10 by default. */
  timeoutSeconds?: number;
}

/**
 * Runs `path --version`.
 * @throws the signal's reason when it is aborted.
 */
export async function askVersion(path: string, options: AskOptions = {}): Promise<VersionAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await askOnce(path, options);
    // ETXTBSY: a process is just forking with the file still open for writing. That is over in a moment.
    if (!("problem" in answer) || !answer.problem.includes("ETXTBSY") || attempt === 10)
      return answer;
    await sleep(20 * attempt);
  }
}

function askOnce(
  path: string,
  { signal, timeoutSeconds = 10 }: AskOptions,
): Promise<VersionAnswer> {
  const timeout = timeoutSeconds * 1000;
  const limits = { timeout, killSignal: "SIGKILL", maxBuffer: 65_536, signal } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(path, ["--version"], limits, (error, stdout) => {
      if (signal?.aborted === true) {
        // On an abort, execFile calls back before the killed program has ended.
        const gone =
          child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
        return gone ? reject(signal.reason) : child.once("exit", () => reject(signal.reason));
      }
      if (error?.killed === true) return resolve({ problem: "does not answer to --version" });
      if (error) return resolve({ problem: `cannot be run (${shortReason(error)})` });
      const match = /^oha (\d+\.\d+\.\d+)(?![\d.])/.exec(stdout);
      if (match?.[1] !== undefined) return resolve({ version: match[1] });
      resolve({
        problem: `does not print a version of oha (${JSON.stringify(stdout.slice(0, 40))})`,
      });
    });
  });
}

/** Returns null if `version` is usable, else a sentence about the problem with the oha at `path`. */
export function refuseVersion(version: string, path: string): string | null {
  if (!lt(version, OHA_VERSION)) return null;
  return `oha ${version} at ${path} is too old: need >= ${OHA_VERSION}, the first with --worker-threads`;
}

function shortReason(error: Error & { code?: unknown; signal?: unknown }): string {
  if (typeof error.code === "string") return error.code;
  if (typeof error.code === "number") return `exit code ${error.code}`;
  if (typeof error.signal === "string") return error.signal;
  return error.message.split("\n", 1)[0] ?? "";
}
