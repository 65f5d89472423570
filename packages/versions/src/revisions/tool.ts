import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import process from "node:process";
import { execa } from "execa";
import { Interrupted, remember } from "@deadheat/measure";
import { cleanEnvironment } from "./environment.ts";

/** Of an output: npm says what is wrong first, and much about its usage then. */
const [FIRST_LINES, LAST_LINES] = [4, 6];

export interface Running {
  readonly cwd: string;
  /** Besides the environment without what is of a hook or a script; nothing unless given. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it says goes there, in place of what is there. */
  readonly log: string;
  readonly signal: AbortSignal;
}

/**
 * Runs somebody else's program, with its arguments or as a line of shell, and ends what it leaves behind. It writes to a
 * file, so that neither a long output nor a process that keeps a pipe open holds us up. Should this process be killed, the
 * next command ends the program.
 * @returns null where it went well; else why not, and the program's first and last words, in lines of their own
 * @throws Interrupted when the signal is raised; the program and its group are killed
 */
export async function runTool(
  command: string | readonly string[],
  { cwd, env, log, signal }: Running,
): Promise<string | null> {
  const output = createWriteStream(log);
  await once(output, "open");
  if (signal.aborted) throw new Interrupted();
  const [file = "", ...args] = typeof command === "string" ? [command] : command;
  const child = execa(file, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    extendEnv: false,
    shell: typeof command === "string",
    stdio: ["ignore", output, output],
    detached: process.platform !== "win32",
    reject: false,
  });
  const forget = child.pid === undefined ? () => {} : remember(child.pid, file);
  const end = () => endGroup(child.pid);
  signal.addEventListener("abort", end);
  try {
    const { failed, exitCode, signal: killed, code } = await child;
    if (signal.aborted) throw new Interrupted();
    if (!failed) return null;
    const how = exitCode === undefined ? (killed ?? code) : `exit code ${exitCode}`;
    return [how, ...wordsIn(log)].join("\n");
  } finally {
    signal.removeEventListener("abort", end);
    end();
    forget();
    output.destroy();
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // Nothing is left of it.
  }
}

function wordsIn(log: string): string[] {
  const lines = readFileSync(log, "utf8")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  if (lines.length <= FIRST_LINES + LAST_LINES) return lines;
  return [...lines.slice(0, FIRST_LINES), "…", ...lines.slice(-LAST_LINES)];
}
