import { PassThrough } from "node:stream";
import process from "node:process";
import { Command } from "commander";
import { addInit } from "../src/cli/init.ts";

/** Runs the command in a folder, and returns its output. */
export async function init(folder: string, ...args: string[]): Promise<string> {
  return (await initIn(folder, ...args)).said;
}

/** Runs the command in a folder, and returns its output, its notes and its exit code. */
export async function initIn(folder: string, ...args: string[]) {
  const stdout = new PassThrough();
  const notes: string[] = [];
  let code = 0;
  const deadheat = new Command("deadheat").version("1.2.3");
  addInit(
    deadheat,
    {
      stdout,
      stderr: new PassThrough(),
      color: false,
      signal: new AbortController().signal,
      note: (line: string) => void notes.push(line),
    },
    (found) => (code = found),
  );
  const before = process.cwd();
  process.chdir(folder);
  try {
    await deadheat.parseAsync(["init", ...args], { from: "user" });
  } finally {
    process.chdir(before);
  }
  return { said: String(stdout.read()), notes, code };
}
