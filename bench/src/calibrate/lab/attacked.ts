import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Interrupted, withScratch } from "@deadheat/journal";
import type { Attack, Files } from "./attacks.ts";
import type { Lab } from "./experiment.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.resolve("deadheat/cli")));

const QUICK = ["--warmup", "1500", "--window", "0.5s"];
const BUDGET = ["--budget", "20s"];

export interface Attacked {
  readonly name: string;
  /** The attacker's gain; null for none. */
  readonly gain: string | null;
  /** The exit codes of the command, and of the later one if there is one. */
  readonly codes: readonly number[];
  /** The command's own words, if it gave no result. */
  readonly said: string | null;
}

/** Tries an attack with real commands, with its own repository, cache, state and home. */
export function attacked(
  { name, base, change, command, later, isEqual = false }: Attack,
  { oha, signal }: Pick<Lab, "oha" | "signal">,
): Promise<Attacked> {
  return withScratch("attack", async (scratch) => {
    const cwd = join(scratch, "repository");
    const env = {
      PATH: process.env.PATH,
      HOME: join(scratch, "home"),
      XDG_CACHE_HOME: join(scratch, "cache"),
      DEADHEAT_STATE_DIR: join(scratch, "state"),
      OHA_BIN: oha.path,
    };
    for (const folder of [cwd, env.HOME]) mkdirSync(folder);
    const git = (...words: string[]) => {
      const author = ["-c", "user.name=Somebody", "-c", "user.email=some@body.test"];
      execFileSync("git", [...author, ...words], { cwd, env, stdio: "ignore" });
    };
    const commit = (files: Files, branch: string) => {
      if (branch !== "main") git("checkout", "--quiet", "-b", branch, "main");
      write(cwd, files);
      git("add", "--all");
      git("commit", "--quiet", "--message", branch);
    };
    git("init", "--quiet", "--initial-branch=main");
    commit(base, "main");
    commit(change, "attack");
    const isGate = command[0] === "gate";
    const [verb = "", first = "", ...options] = command;
    const run = async (branch: string) => {
      const words = [verb, first, branch, ...options, ...QUICK, ...BUDGET, "--json"];
      return await ended(words, cwd, env, signal);
    };
    const one = await run("attack");
    const said = one.code === 0 || one.code === 1 || one.code === 4 ? null : one.stderr;
    const gains = one.code === 0 && (isGate ? !isEqual : verdictOf(one.stdout) === "faster");
    if (gains) return { name, gain: isGate ? "passed" : "faster", codes: [one.code], said };
    const left = readdirSync(env.HOME).filter((entry) => !STORES.has(entry));
    if (left.length > 0) {
      return { name, gain: `left ${left.join(", ")} in the home`, codes: [one.code], said };
    }
    if (later === undefined) return { name, gain: null, codes: [one.code], said };
    commit(later, "later");
    const two = await run("later");
    const gain = two.code === 0 ? "a later change with more work passed" : null;
    return { name, gain, codes: [one.code, two.code], said };
  });
}

/** Where npm and others keep what they have downloaded. */
const STORES: ReadonlySet<string> = new Set([".npm", ".cache", ".local"]);

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function verdictOf(document: string): unknown {
  const { comparisons } = JSON.parse(document) as { comparisons: { verdict: string }[] };
  return comparisons[0]?.verdict;
}

const WITHIN_SECONDS = 120;
const WORDS = 300;

function ended(
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, signal, timeout: 1000 * WITHIN_SECONDS, maxBuffer: 2 ** 26 };
    execFile(process.execPath, [MAIN, ...words], options, (error, stdout, stderr) => {
      if (signal.aborted) return reject(new Interrupted());
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 3;
      resolve({ code, stdout, stderr: stderr.trim().slice(-WORDS) });
    });
  });
}
