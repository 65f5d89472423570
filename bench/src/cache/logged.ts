import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { basename, delimiter, dirname } from "node:path";
import process from "node:process";
import { finished } from "node:stream/promises";
import { stripVTControlCharacters } from "node:util";
import { wholeEnvironment, EnvironmentError, environmentErrorOf } from "@deadheat/journal";
import { toEnvironment, type Context } from "./context.ts";
import { diesWithParent, pinned, remember } from "@deadheat/measure";

export interface LogOptions {
  readonly log: string;
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program on the generators' CPUs, with a run's context in its environment, and logs its output. If `signal`
 * aborts, the program gets SIGINT. Settles after the program has ended.
 * @returns the end of its output, and its exit code
 * @throws EnvironmentError if the program cannot be started or was killed
 */
export async function runLogged(
  what: string,
  words: readonly string[],
  cwd: string,
  context: Context,
  options: LogOptions,
): Promise<{ readonly printed: string; readonly code: number | null }> {
  const { pinning } = context.settings.machine;
  const all = [...diesWithParent(), ...pinned(pinning, "generators"), ...words];
  const [program, ...args] = all as [string, ...string[]];
  const log = createWriteStream(options.log, { flags: "a" });
  const child = spawn(program, args, {
    cwd,
    env: { ...environment(), ...options.env, ...toEnvironment(context) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise<Error | null>((resolve) => {
    child.once("error", resolve);
    child.once("close", () => resolve(null));
  });
  const forget = child.pid === undefined ? () => {} : remember(child.pid, what);
  let printed = "";
  const keep = (text: string) => {
    printed = (printed + text).slice(-20_000);
    log.write(text);
  };
  // The log is not essential. Writing the journals reports a full disk.
  log.on("error", () => {});
  child.stdout?.setEncoding("utf8").on("data", keep);
  child.stderr?.setEncoding("utf8").on("data", keep);
  const interrupt = () => child.kill("SIGINT");
  if (options.signal.aborted) interrupt();
  options.signal.addEventListener("abort", interrupt, { once: true });
  const failure = await ended;
  forget();
  options.signal.removeEventListener("abort", interrupt);
  log.end();
  await finished(log).catch(() => {});
  if (failure) throw environmentErrorOf(failure) ?? failure;
  if (child.signalCode !== null && !options.signal.aborted)
    throw new EnvironmentError(
      `${what} was killed by ${child.signalCode}. Finished rounds are kept. Add --resume to continue the run.`,
    );
  return { printed, code: child.exitCode };
}

export function lastWords(printed: string): string | undefined {
  return /^deadheat: (.*)$/m.exec(stripVTControlCharacters(printed))?.[1];
}

/**
 * Returns the environment of a program. pnpm's folder is on PATH, because turbo starts `pnpm run`, and pnpm is not on PATH
 * if npx started it. Variables for turbo are removed: turbo gets the cache's address and token through `options.env`, and
 * other programs must not see them.
 */
function environment(): NodeJS.ProcessEnv {
  const pnpm = process.env.npm_execpath;
  const folder = pnpm !== undefined && basename(pnpm).startsWith("pnpm") ? [dirname(pnpm)] : [];
  const kept = Object.entries(wholeEnvironment()).filter(
    ([name]) => !/^(TURBO|VERCEL_ARTIFACTS)_/i.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    // Empty values keep turbo from using the user's own login.
    TURBO_API: "",
    TURBO_TOKEN: "",
    PATH: [...folder, process.env.PATH ?? ""].join(delimiter),
    // pnpm must not install anything in the middle of a run.
    pnpm_config_verify_deps_before_run: "false",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
  };
}
