import { spawn } from "node:child_process";
import process from "node:process";
import { wholeEnvironment } from "@deadheat/journal";
import { printable } from "@deadheat/report/format";
import type { Io } from "../terminal/command.ts";

/** If the opener still runs after this many seconds, assume that it worked. Without a screen, xdg-open fails at once. */
const PATIENCE_SECONDS = 1.5;

/**
 * Opens a file in the user's browser: `BROWSER` if that is set, else the system's default.
 * Resolves to null, or to the reason why the file could not be opened. Never rejects.
 */
export function openInBrowser(file: string): Promise<string | null> {
  const command = opener();
  return new Promise((resolve) => {
    const child = spawn(command, [file], {
      detached: true,
      env: wholeEnvironment(),
      stdio: "ignore",
    });
    const timer = setTimeout(() => {
      child.unref();
      resolve(null);
    }, PATIENCE_SECONDS * 1000);
    const settle = (problem: string | null): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.once("error", (error) => settle(`${command}: ${error.message}`));
    child.once("exit", (code, signal) => {
      settle(code === 0 ? null : `${command} ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}

/**
 * Says where a page is, in the last line: on standard output, or with --json on standard error. With --open, opens it.
 */
export async function showPage(
  file: string,
  { json, open }: { readonly json?: true | undefined; readonly open?: true | undefined },
  io: Io,
): Promise<void> {
  if (open) {
    const problem = await openInBrowser(file);
    if (problem !== null) io.note(`deadheat: cannot start a browser (${problem})`);
  }
  if (json) io.note(`Report: ${file}`);
  else io.stdout.write(`Report: ${printable(file)}\n`);
}

function opener(): string {
  const { BROWSER } = wholeEnvironment();
  return BROWSER || (process.platform === "darwin" ? "open" : "xdg-open");
}
