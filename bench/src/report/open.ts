import { spawn } from "node:child_process";
import process from "node:process";

/**
 * Shows a file in the user's browser: `BROWSER` if that is set, else what the system uses.
 * Resolves to null, or to why it could not be shown; never throws.
 */
export function openInBrowser(file: string): Promise<string | null> {
  const [command, ...args] = opener();
  return new Promise((resolve) => {
    const child = spawn(command, [...args, file], { detached: true, stdio: "ignore" });
    child.once("error", (error) => resolve(`${command}: ${error.message}`));
    child.once("spawn", () => {
      child.unref();
      resolve(null);
    });
  });
}

function opener(): [string, ...string[]] {
  const { BROWSER } = process.env;
  if (BROWSER) return [BROWSER];
  if (process.platform === "darwin") return ["open"];
  // `start` takes a first quoted argument for a window's title.
  if (process.platform === "win32") return ["cmd", "/c", "start", ""];
  return ["xdg-open"];
}
