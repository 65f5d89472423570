import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import process from "node:process";
import { execa } from "execa";
import { diesWithParent, Interrupted, newMark } from "@deadheat/measure";
import { endOfGroup, LEADS_GROUP } from "../process-group.ts";
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
  const mark = newMark();
  const words = typeof command === "string" ? shellWords(command) : command;
  const [file = "", ...args] = [...diesWithParent(), ...mark.words, ...words];
  const child = execa(file, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env, ...mark.env },
    extendEnv: false,
    shell: process.platform === "win32" && typeof command === "string",
    stdio: ["ignore", output, output],
    reject: false,
    ...LEADS_GROUP,
  });
  const name = typeof command === "string" ? command : (command[0] ?? "");
  try {
    const ended = await endOfGroup(child, mark, name, signal);
    const { failed, exitCode, signal: killed, code } = ended;
    if (!failed) return null;
    const how = exitCode === undefined ? (killed ?? code) : `exit code ${exitCode}`;
    return [how, ...wordsIn(log)].join("\n");
  } finally {
    output.destroy();
  }
}

function shellWords(line: string): string[] {
  return process.platform === "win32" ? [line] : ["/bin/sh", "-c", line];
}

function wordsIn(log: string): string[] {
  const lines = readFileSync(log, "utf8")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  if (lines.length <= FIRST_LINES + LAST_LINES) return lines;
  return [...lines.slice(0, FIRST_LINES), "…", ...lines.slice(-LAST_LINES)];
}
