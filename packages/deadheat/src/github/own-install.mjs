// Installs the packages of deadheat in the checkout of its action, from the lockfile, without install scripts.
//   node own-install.mjs         does nothing if it is installed
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Installs the packages. The folder is the action's own: no file of a pull request decides what npx and pnpm do there. */
export function installOwn() {
  if (existsSync(join(root, "packages/deadheat/node_modules/commander"))) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const words = ["install", "--frozen-lockfile", "--ignore-scripts", "--filter", "deadheat..."];
  // pnpm would ask the registry how old each of the lockfile's 1,240 packages is. Whoever chose the commit chose its lockfile.
  words.push("--config.minimum-release-age=0");
  const store = process.env.DEADHEAT_STORE ? ["--store-dir", process.env.DEADHEAT_STORE] : [];
  const { status, error } = spawnSync("npx", ["-y", packageManager, ...words, ...store], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  throw new Error(`${packageManager} install failed in ${root}${error ? `: ${error}` : ""}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installOwn();
