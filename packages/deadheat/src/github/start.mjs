// Starts the check from a step of this repository's action, which installs nothing before.
//   node start.mjs check
//   node start.mjs version       writes the version as the step's output
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const [what] = process.argv.slice(2);
const own = new URL("../../package.json", import.meta.url);
const version = process.env.INPUT_VERSION || JSON.parse(readFileSync(own, "utf8")).version;

/** Returns the main module of the action's version, or of the version that its input names. `checkout` is this checkout. */
function mainOf() {
  if (version === "checkout") return fileURLToPath(new URL("../main.ts", import.meta.url));
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
  appendFileSync(process.env.GITHUB_OUTPUT, `version=${version}\n`);
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
