import process from "node:process";
import { cacheDirectory, fileRuntimes, type Runtime } from "@deadheat/journal";
import { findOha, OHA_VERSION } from "@deadheat/oha";
import { askGit, findNpm, lookForRuntime } from "@deadheat/versions";
import { fail, ok, tried, warn, type Check } from "./check.ts";

/** Checks the programs that a comparison uses: Node, npm, git, the runtimes and oha. Installs nothing. */
export async function checkPrograms(signal: AbortSignal): Promise<Check[]> {
  return [
    ok("node", `${process.versions.node} ${process.execPath}`),
    ...(await tried("npm", "install Node with npm", checkNpm)),
    ...(await tried("git", "install git, to measure revisions", checkGit)),
    ...(await Promise.all(
      fileRuntimes.filter((name) => name !== "node").map((name) => checkRuntime(name, signal)),
    )),
    ...(await tried("oha", "unset or correct OHA_BIN", () => checkOha(signal))),
    ok("cache", cacheDirectory()),
  ];
}

async function checkNpm(): Promise<Check> {
  const { version } = await findNpm();
  return ok("npm", version);
}

async function checkGit(): Promise<Check> {
  const { ok: works, text } = await askGit(["--version"], process.cwd());
  if (!works) return fail("git", "does not run", "install git, to measure revisions");
  return ok("git", text.trim().replace(/^git version /, ""));
}

async function checkRuntime(name: Runtime, signal: AbortSignal): Promise<Check> {
  signal.throwIfAborted();
  const found = await lookForRuntime(name, null, process.cwd());
  return found.path !== null
    ? ok(name, `${found.version} ${found.path}`)
    : ok(name, "not on PATH; taken from npm when a server needs it");
}

async function checkOha(signal: AbortSignal): Promise<Check> {
  const { oha, attempts } = await findOha({ signal });
  if (oha) return ok("oha", `${oha.version} ${oha.path} (${oha.source})`);
  const fix = `nothing, if cargo with Rust >= 1.88 is installed; or install oha ${OHA_VERSION} and set OHA_BIN`;
  return warn("oha", ["not found; a measurement obtains it", ...attempts].join("; "), fix);
}
