// Starts deadheat from a step of this repository's actions, which install nothing. npx runs the version of the action
// itself, or the version that its input names. With the input `checkout`, this checkout runs.
//   node start.mjs check|comment
//   node start.mjs version       writes the version as the step's output
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const [what] = process.argv.slice(2);
const own = new URL("../../package.json", import.meta.url);
const version = process.env.INPUT_VERSION || JSON.parse(readFileSync(own, "utf8")).version;
const main = fileURLToPath(new URL("../main.ts", import.meta.url));

if (what === "version") {
  appendFileSync(process.env.GITHUB_OUTPUT, `version=${version}\n`);
} else {
  const [program, ...args] =
    version === "checkout" ? [process.execPath, main] : ["npx", "--yes", `deadheat@${version}`];
  const child = spawn(program, [...args, "github", what], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`deadheat: ${program} cannot be started: ${error.message}`);
    process.exitCode = 3;
  });
  child.on("exit", (code) => (process.exitCode = code ?? 3));
}
