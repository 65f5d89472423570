import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import lt from "semver/functions/lt.js";

/** The version that deadheat obtains, and for which this package is written and tested. */
export const OHA_VERSION = "1.16.0";

/** The oldest version that this package can use. */
export const MINIMUM_OHA_VERSION = "1.14.0";

/** The first version with `--worker-threads`. Older versions start a thread for each core. */
export const WORKER_THREADS_SINCE = "1.16.0";

/** The reason to need each version, oldest first. Older ones measure wrongly. */
const NEEDS: readonly (readonly [version: string, why: string])[] = [
  ["1.14.0", "before it, -n with -q and --latency-correction gave wrong latencies (oha issue 857)"],
];

/** The version that a file printed, or the problem with it. */
export type VersionAnswer = { version: string } | { problem: string };

/**
 * Runs `path --version`, for at most `timeoutSeconds`.
 * @throws the signal's reason when it is aborted.
 */
export async function askVersion(
  path: string,
  {
    signal,
    timeoutSeconds = 10,
  }: { signal?: AbortSignal | undefined; timeoutSeconds?: number } = {},
): Promise<VersionAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await askOnce(path, signal, timeoutSeconds);
    // ETXTBSY: a process is just forking with the file still open for writing. That is over in a moment.
    if (!("problem" in answer) || !answer.problem.includes("ETXTBSY") || attempt === 10)
      return answer;
    await sleep(20 * attempt);
  }
}

async function askOnce(
  path: string,
  signal: AbortSignal | undefined,
  timeoutSeconds: number,
): Promise<VersionAnswer> {
  signal?.throwIfAborted();
  const limits = {
    timeout: timeoutSeconds * 1000,
    killSignal: "SIGKILL",
    maxBuffer: 65_536,
  } as const;
  return new Promise((resolve, reject) => {
    execFile(path, ["--version"], { ...limits, ...(signal && { signal }) }, (error, stdout) => {
      if (signal?.aborted === true) return reject(signal.reason);
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
  const why = NEEDS.filter(([since]) => lt(version, since)).map(([, reason]) => reason);
  if (why.length === 0) return null;
  return `oha ${version} at ${path} is too old: need >= ${MINIMUM_OHA_VERSION}, because ${why.join("; and ")}`;
}

function shortReason(error: Error & { code?: unknown; signal?: unknown }): string {
  if (typeof error.code === "string") return error.code;
  if (typeof error.code === "number") return `exit code ${error.code}`;
  if (typeof error.signal === "string") return error.signal;
  return error.message.split("\n", 1)[0] ?? "";
}
