import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EnvironmentError } from "@deadheat/measure";
import { runTool } from "../revisions/tool.ts";
import type { InstallOptions } from "./options.ts";

/**
 * Runs the user's own command (`--setup`) in a folder.
 * @param name of what is made ready by it
 * @throws EnvironmentError with its last words, Interrupted
 */
export async function setUp(
  command: string,
  cwd: string,
  name: string,
  { signal, note }: Pick<InstallOptions, "signal" | "note">,
): Promise<void> {
  note(`${name}: ${command}`);
  const folder = mkdtempSync(join(tmpdir(), "deadheat-setup-"));
  try {
    const problem = await runTool(command, { cwd, log: join(folder, "log"), signal });
    if (problem !== null) throw new EnvironmentError(`--setup failed for ${name}: ${problem}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
