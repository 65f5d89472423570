import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Result } from "@deadheat/judge";
import { root } from "../src/targets/project.ts";

/** The state folder of the tests, so that they neither wait for a real run nor prevent one. */
const state = mkdtempSync(join(tmpdir(), "deadheat-state-"));
process.env.DEADHEAT_STATE_DIR = state;
process.on("exit", () => rmSync(state, { recursive: true, force: true }));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the real command in the same way as `pnpm bench`. */
export function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startProgram(process.execPath, [join(root, "bench", "deadheat.mjs"), ...args], root, env);
}

/** Starts a program, and keeps what it prints. */
export function startProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const finished = new Promise<Finished>((resolve) => {
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, finished, stderr: () => stderr };
}

export function deadheat(...args: string[]): Promise<Finished> {
  return start(args).finished;
}

/** Returns the result that a run with --json has printed. */
export function resultOf({ code, stdout, stderr }: Finished, expected = 0): Result {
  // An exit code without a word on standard error would say nothing: then the result has the reason.
  assert.equal(code, expected, stderr || stdout.slice(0, 20_000) || "no output at all");
  return (JSON.parse(stdout) as { result: Result }).result;
}

/** Runs commands that measure nothing, all of them in one process. */
export async function deadheatEach(commands: readonly string[][]): Promise<Finished[]> {
  const script = join(import.meta.dirname, "each-command.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, JSON.stringify(commands)],
    { cwd: root, env: { ...process.env, NO_COLOR: "1" }, maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout) as Finished[];
}
