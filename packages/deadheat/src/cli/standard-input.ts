import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Command } from "commander";
import { UsageError } from "@deadheat/journal";
import { STANDARD_INPUT } from "../plan/option-values.ts";

const LARGEST = 50_000_000;

/** The options that can come from standard input, with the value that says so. */
const readable = [
  ["request", "-", "--request -"],
  ["urls", "-", "--urls -"],
  ["body", "@-", "--body @-"],
] as const;

/**
 * Reads standard input if an option names it: each line is a request, or the whole is a file of paths or a body. The options
 * of the command then have the lines, or a file that is removed at the end.
 * @throws UsageError if several options name it, or it is a terminal, empty or too large; the reason of the signal
 */
export async function readStandardInput(command: Command, signal: AbortSignal): Promise<void> {
  const options: Record<string, unknown> = command.opts();
  const named = readable.filter(([name, dash]) => [options[name]].flat().includes(dash));
  const [first, ...others] = named;
  if (first === undefined) return;
  const [name, dash, flag] = first;
  if (others.length > 0) {
    throw new UsageError(
      `Only one option can read standard input: ${named.map(([, , one]) => one).join(", ")}`,
    );
  }
  const text = await whole(flag, signal);
  if (name === "request") {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const requests = lines.filter((line) => line !== "" && !line.startsWith("#"));
    const given = options[name] as string[];
    command.setOptionValue(
      name,
      given.flatMap((one) => (one === dash ? requests : [one])),
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "deadheat-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, STANDARD_INPUT);
  writeFileSync(file, text);
  command.setOptionValue(name, name === "body" ? `@${file}` : file);
}

async function whole(flag: string, signal: AbortSignal): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) {
    throw new UsageError(`${flag} reads standard input, which is a terminal. Pipe the lines to it`);
  }
  // A pipe that nobody closes ends with Ctrl-C.
  const stop = () => stdin.destroy(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    let text = "";
    for await (const chunk of stdin.setEncoding("utf8")) {
      text += chunk as string;
      if (text.length > LARGEST) throw new UsageError(`${flag}: standard input has over 50 MB`);
    }
    if (text.trim() === "") throw new UsageError(`${flag}: standard input is empty`);
    return text;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
