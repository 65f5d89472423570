import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { readLog, withScratch, EnvironmentError, Interrupted } from "@deadheat/journal";
import { diesWithParent, fence, newMark, onlyStreams } from "@deadheat/measure";
import type { InstallOptions } from "../options.ts";
import { endOfGroup, LEADS_GROUP } from "./process-group.ts";
import { cleanEnvironment } from "./environment.ts";

/** The number of lines that are kept of an output. npm prints the error first and its usage after that. */
const [FIRST_LINES, LAST_LINES] = [4, 6];

export interface Running {
  readonly cwd: string;
  /** The environment; unless given, that of this process without the variables of hooks and npm scripts. */
  readonly base?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The file for the output. It is overwritten. */
  readonly log: string;
  /** The folder that the program may change, if it is fenced in; the caller trusts it otherwise. */
  readonly own?: string | undefined;
  /** Further folders that a fenced program must not change. */
  readonly kept?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs a program with arguments, or a line of shell, and kills the processes that it leaves behind. The output goes to a file,
 * so that no process that keeps a pipe open holds it up. If this process is killed, the next command ends the program.
 * @returns null on success; otherwise the exit code and the first and last lines of the output
 * @throws Interrupted if the signal is raised; the program and its group are killed
 */
export async function runTool(
  command: string | readonly string[],
  { cwd, base = cleanEnvironment(), env, log, own, kept, signal }: Running,
): Promise<string | null> {
  const output = createWriteStream(log);
  await once(output, "open");
  if (signal.aborted) throw new Interrupted();
  const mark = newMark();
  const words = typeof command === "string" ? ["/bin/sh", "-c", command] : command;
  const all = { ...base, ...env };
  const around = own === undefined ? null : await fence(own, cwd, all, kept);
  const before = [...diesWithParent(), ...mark.words, ...(around?.words ?? [])];
  const [file = "", ...args] = [...before, ...words];
  const child = execa(file, args, {
    cwd,
    env: { ...(around?.env ?? all), ...mark.env },
    extendEnv: false,
    // Execa takes numbers of files too, though its types have them for the first three only.
    stdio: onlyStreams(["ignore", output, output]) as ["ignore", typeof output, typeof output],
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
    around?.remove();
    output.destroy();
  }
}

function wordsIn(log: string): string[] {
  const lines = readLog(log)
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => !/^(?:npm error)?$|^npm warn /.test(line));
  if (lines.length <= FIRST_LINES + LAST_LINES) return lines;
  return [...lines.slice(0, FIRST_LINES), "…", ...lines.slice(-LAST_LINES)];
}

/** Returns PATH with these folders before all others. */
function onPathFirst(folders: readonly string[]): string {
  const all = [...folders, ...(process.env.PATH ?? "").split(delimiter)];
  return [...new Set(all)].filter(Boolean).join(delimiter);
}

/**
 * Returns PATH with the runtime of a server first, and then this Node: what installs or builds for a server runs on what the
 * server will run on. Addons fit only that version.
 * @param others further folders
 */
export function pathOf(
  runtime: InstallOptions["runtime"],
  others: readonly string[] = [],
): { readonly PATH: string } {
  const own = runtime === undefined ? [] : [dirname(runtime.path)];
  return { PATH: onPathFirst([...own, dirname(process.execPath), ...others]) };
}

/**
 * Runs a line of shell as `runTool` does, fenced in, with its output in a temporary folder. It may change its folder unless another
 * one is given.
 * @returns null on success; otherwise the exit code and the first and last lines of the output
 * @throws Interrupted
 */
export async function runLine(
  line: string,
  { cwd, env, own = cwd, kept, signal }: Pick<Running, "cwd" | "env" | "own" | "kept" | "signal">,
): Promise<string | null> {
  return withScratch("output", (folder) =>
    runTool(line, { cwd, ...(env && { env }), log: join(folder, "log"), own, kept, signal }),
  );
}

/**
 * Runs the user's own command (`--setup`) in a folder.
 * @param name the name of what the command makes ready, for messages
 * @param programs a folder to put first on PATH, if any
 * @param fenced the folders that the command may and must not change
 * @throws EnvironmentError with the command's last words, Interrupted
 */
export async function setUp(
  command: string,
  cwd: string,
  name: string,
  { signal, note, runtime, env: own }: Pick<InstallOptions, "signal" | "note" | "runtime" | "env">,
  programs: string | null = null,
  fenced: Pick<Running, "own" | "kept"> = {},
): Promise<void> {
  note(`${name}: ${command}`);
  // With NODE_ENV=production, package managers leave out the tools that build.
  const { NODE_ENV: _, ...variables } = own ?? {};
  const env = { ...variables, ...pathOf(runtime, programs === null ? [] : [programs]) };
  const problem = await runLine(command, { cwd, env, signal, ...fenced });
  if (problem === null) return;
  const node = runtime?.path.match(/\bnode$/) ? runtime.version : process.versions.node;
  throw new EnvironmentError(`--setup failed for ${name} on Node ${node}: ${problem}`);
}
