// Starts the check from a step of this repository's action.
//   node start.mjs check
//   node start.mjs version       writes the version as the step's output
//   node start.mjs install       installs the action's own checkout, unless a version of npm is wanted
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installOwn } from "./own-install.mjs";

const [what] = process.argv.slice(2);
// The runner has checked this repository out at the action's path.
const version = process.env.INPUT_VERSION || "checkout";

/** Returns the main module of the action's own checkout, or of the version on npm that its input names. */
function mainOf() {
  if (version === "checkout") {
    installOwn();
    return fileURLToPath(new URL("../main.ts", import.meta.url));
  }
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) throw new Error(`${version} is no version`);
  // Not in the checkout: there, the pull request decides by .npmrc and node_modules what npm and npx run.
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), "deadheat-install-"));
  writeFileSync(join(folder, "package.json"), "{}\n");
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `deadheat@${version}`];
  const { status, error } = spawnSync("npm", words, {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`npm ${words.join(" ")} failed${error ? `: ${error}` : ""}`);
  return join(folder, "node_modules/deadheat/dist/main.js");
}

if (what === "version") {
  const lockfile = readFileSync(new URL("../../../../pnpm-lock.yaml", import.meta.url));
  const hash = createHash("sha256").update(lockfile).digest("hex").slice(0, 16);
  appendFileSync(process.env.GITHUB_OUTPUT, `version=${version}\nlockfile=${hash}\n`);
} else if (what === "install") {
  if (version === "checkout") installOwn();
} else {
  // 1 would say that the pull request is slower.
  process.exitCode = 3;
  try {
    const main = mainOf();
    process.argv = [process.execPath, main, "github", "check"];
    await import(pathToFileURL(main));
  } catch (error) {
    console.error(`deadheat: ${error.message}`);
  }
}
