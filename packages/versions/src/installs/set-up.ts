import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { EnvironmentError } from "@deadheat/measure";
import { runTool } from "../revisions/tool.ts";
import type { InstallOptions } from "./options.ts";

/**
 * Runs the user's own command (`--setup`) in a folder.
 * @param name the name of what the command makes ready, for messages
 * @param programs a folder to put first on PATH, if any
 * @throws EnvironmentError with the command's last words, Interrupted
 */
export async function setUp(
  command: string,
  cwd: string,
  name: string,
  { signal, note }: Pick<InstallOptions, "signal" | "note">,
  programs: string | null = null,
): Promise<void> {
  note(`${name}: ${command}`);
  const folder = mkdtempSync(join(tmpdir(), "deadheat-setup-"));
  const env = programs === null ? {} : { PATH: `${programs}${delimiter}${process.env.PATH ?? ""}` };
  try {
    const problem = await runTool(command, { cwd, env, log: join(folder, "log"), signal });
    if (problem !== null) throw new EnvironmentError(`--setup failed for ${name}: ${problem}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
