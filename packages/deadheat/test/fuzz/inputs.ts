// Runs commands with options, files and configurations that nobody would write, and measures nothing: the state folder says that
// another command measures. Usage: node test/fuzz/inputs.ts [inputs] [seed] [deep]
//
// With `deep`, commands go on: they check revisions out and start servers, until a load generator that fails ends them.
//
// No input may print a stack, take five seconds, or end with 0 if it is nonsense. Most run in one process, and a sample, with
// all that look bad, in processes of their own.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { alone } from "@deadheat/measure";
import { whole } from "../whole-config.ts";
import { run, Runner, type Ended } from "./program.ts";

const [inputs = 5000, seed = 1] = process.argv.slice(2, 4).map(Number);
const isDeep = process.argv[4] === "deep";
const LONGEST_SECONDS = isDeep ? 25 : 5;
/** One in this many inputs also runs in its own process. */
const SAMPLED = 50;

/** A small generator of random numbers (mulberry32), so that a seed repeats a run. */
let state = seed;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const chance = (share: number) => random() < share;

const folder = mkdtempSync(join(tmpdir(), "fuzzed-"));
const at = (name: string) => join(folder, name);

const SERVER = "export default { fetch: () => new Response('') };";

/** Files of every kind that stand in the place of a file, a folder or a configuration. */
function makeFiles(): string[] {
  for (const name of ["folder", "run/", "half", "taken/report.html"]) {
    mkdirSync(at(name), { recursive: true });
  }
  writeFileSync(at("empty"), "");
  writeFileSync(at("garbled.json"), '{"schema": 8, "comparisons": [{}');
  writeFileSync(at("list.json"), "[]");
  writeFileSync(at("binary"), Buffer.from(Array.from({ length: 999 }, (_, i) => i % 256)));
  writeFileSync(at("half/compare.jsonl"), '{"kind":"header"}\n{"kind":');
  writeFileSync(at("run/result.json"), '{"schema": 1e99}');
  execFileSync("mkfifo", [at("fifo")]);
  symlinkSync("/dev/zero", at("zero"));
  symlinkSync(at("loop"), at("loop"));
  symlinkSync(at("nowhere"), at("dangling"));
  execFileSync("git", ["init", "-q", "--bare", at("bare")]);
  return "folder run half taken empty garbled.json list.json binary fifo zero loop dangling missing bare half/compare.jsonl".split(
    " ",
  );
}
const files = makeFiles();

const WORDS = [
  "constructor __proto__ toString hasOwnProperty valueOf",
  "-1 0 1e309 NaN Infinity 99999999999 0.0000001 5% 0% 100% 1e3% -5% 5s 0s 1e9h",
  "cpu:5% cpu:5%,cpu: memory-growth:5% constructor:5% cpu start p99 latency,cost latency,",
  ".. / ~ - @- -- @ # ' \" `id` $(id) é \u202E \u{1F600} %00 GET GET\u00A0/",
  "node bun@ deno@99 node@constructor main HEAD HEAD~99 main.. ..main express@ @/x x@y@z",
  "postgres redis=constructor postgres= each base json,json constructor,json text[",
]
  .flatMap((line) => line.split(" "))
  .concat("", " ", "\\0", "\n", "\uFEFF", "a\r\nb", "a".repeat(5000))
  .concat("GET /", "POST /a b", "get /", "GET /\u0001");
const nonsense = () =>
  chance(0.3) ? at(oneOf(files)) : chance(0.1) ? `@${at(oneOf(files))}` : oneOf(WORDS);

/** Sensible values by their names in the help, so that the checks behind them are reached too. */
const PLAUSIBLE: Readonly<Record<string, readonly string[]>> = {
  time: ["30s", "2m", "7d"],
  n: ["3", "100"],
  rounds: ["3"],
  percent: ["5%"],
  limits: ["5%", "cpu:5%,memory-peak:10%"],
  list: ["cpu", "latency", "html,md", "json"],
  request: ["GET /", "POST /"],
  header: ["accept: */*"],
  command: ["node server.mjs", "true"],
  name: ["postgres", "PATH"],
  file: ["server.mjs", "body.json"],
  path: [".", "run"],
  folder: [".", "out"],
  runtime: ["node"],
  server: ["HEAD", "HEAD~1", "./server.mjs", "./server.mjs/node", "express@4", "main"],
};
/** The share of values in a command line that are nonsense. */
const NONSENSE = isDeep ? [0, 0, 0.1] : [0, 0.1, 0.4, 1];

const MEASURING = "compare gate explain bisect history run";
const OTHERS =
  "report init cache,ls cache,prune doctor github,comment completion complete constructor";
const COMMANDS = (isDeep ? MEASURING : `${MEASURING} ${OTHERS}`)
  .split(" ")
  .map((words) => words.split(","));
/** With the first, a command would measure; the second opens a browser. */
const LEFT_OUT = new Set(["--allow-concurrent", "--open", "--version", "--help"]);

interface Flag {
  readonly flag: string;
  /** The name of its value in the help; null if it has none. */
  readonly value: string | null;
}

/** Returns the options in the text of a help. */
function flagsIn(help: string): Flag[] {
  return [...help.matchAll(/^ {2,6}(?:-\w, )?(--[\w-]+)(?: [<[]([\w-]+)[\]>])?/gm)]
    .map(([, flag = "", name]) => ({ flag, value: name ?? null }))
    .filter(({ flag }) => !LEFT_OUT.has(flag));
}

function command(flags: ReadonlyMap<string, readonly Flag[]>): string[] {
  const share = oneOf(NONSENSE);
  const words = oneOf(COMMANDS);
  const all = [...flags.values()].flat();
  const own = flags.get(words.join(" ")) ?? [];
  const value = (of: string) =>
    chance(share) ? nonsense() : oneOf(PLAUSIBLE[of] ?? PLAUSIBLE.server ?? []);
  const options = Array.from({ length: Math.floor(random() * 4) }, () => {
    const { flag, value: name } = oneOf(own.length === 0 || chance(share / 4) ? all : own);
    if ((name === null) !== chance(share / 4)) return [flag];
    return chance(0.2) ? [`${flag}=${value(name ?? "")}`] : [flag, value(name ?? "")];
  });
  const count = isDeep ? (words[0] === "run" ? 0 : 2) : Math.floor(random() * 3);
  const servers = Array.from({ length: count }, () => value("server"));
  return [...words, ...servers, ...options.flat(), ...(isDeep ? ["--allow-concurrent"] : [])];
}

const nested = (depth: number): unknown =>
  depth === 0 || chance(0.5)
    ? oneOf([null, true, 0, -1, Number.MAX_VALUE, at(oneOf(files)), ...WORDS, [], {}])
    : chance(0.5)
      ? [nested(depth - 1), nested(depth - 1)]
      : Object.fromEntries([[oneOf([...WORDS, "file", "request", "command"]), nested(depth - 1)]]);

/** Returns a configuration in which values at any depth are others, gone, or in the place of one another. */
function damaged(config: unknown): unknown {
  if (typeof config !== "object" || config === null || chance(0.03)) {
    return chance(0.1) ? nested(2) : config;
  }
  if (Array.isArray(config)) return config.map(damaged);
  const kept = Object.entries(config).filter(() => chance(0.6));
  const further = chance(0.1) ? [[oneOf(WORDS), nested(1)] as const] : [];
  return Object.fromEntries([...kept.map(([key, one]) => [key, damaged(one)]), ...further]);
}

/** A server may print its own stacks, beside those of commands. */
const STACK = isDeep ? /^\s+at .+\/packages\/\w+\/src\/.+:\d+:\d+\)?$/m : /^\s+at .+:\d+:\d+\)?$/m;
/** The commands that only print or write something. All but the last two take options alone. */
const MAY_END_WELL = /^(?:cache,\w+|init|doctor)(?:,-.*|$)|^complet/s;

/** @param usual the seconds that a command without work takes just now, on a machine that others may use too */
function problemOf(
  args: readonly string[],
  { code, output, seconds }: Ended,
  usual: number,
): string | null {
  if (STACK.test(output)) return "a stack";
  if (seconds > LONGEST_SECONDS + 4 * usual) return `${seconds.toFixed(1)} s`;
  if (code === null) return "killed";
  if (![0, 1, 2, 3, 4].includes(code)) return `exit code ${code}`;
  const isUntouched = isDeep && output.includes("nothing that runs has changed");
  if (code === 0 && !isUntouched && !MAY_END_WELL.test(args.join(","))) return "exit code 0";
  if (code !== 0 && output.trim() === "") return "no word";
  return null;
}

/** Makes the repository of which each input gets a copy. */
function makeRepository(): void {
  const cwd = at("repository");
  const git = (...args: string[]) => {
    const author = ["-c", "user.name=Somebody", "-c", "user.email=some@body.test"];
    execFileSync("git", [...author, ...args], { cwd, stdio: "ignore" });
  };
  mkdirSync(cwd);
  git("init", "--quiet", "--initial-branch=main", "--template=");
  for (const text of [SERVER, `${SERVER}\n`]) {
    writeFileSync(join(cwd, "server.mjs"), text);
    writeFileSync(join(cwd, "body.json"), "{}");
    git("add", "--all");
    git("commit", "--quiet", "--message", "a server");
  }
}

function makeFolder(cwd: string, config: string | null): void {
  rmSync(cwd, { recursive: true, force: true });
  cpSync(at("repository"), cwd, { recursive: true });
  if (config !== null) writeFileSync(join(cwd, "deadheat.config.json"), config);
}

function failingOha(): string {
  const path = at("oha");
  const code =
    '#!/bin/sh\n[ "$1" = --version ] && echo "oha 1.16.0" && exit 0\necho no >&2; exit 1\n';
  writeFileSync(path, code, { mode: 0o755 });
  return path;
}

async function main(): Promise<number> {
  const env = {
    ...process.env,
    DEADHEAT_STATE_DIR: at("state"),
    HOME: at("home"),
    XDG_CACHE_HOME: at("cache"),
    OHA_BIN: isDeep ? failingOha() : (process.env.OHA_BIN ?? "/nowhere/oha"),
    // Nothing answers there.
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_fetch_retries: "0",
  };
  process.env.DEADHEAT_STATE_DIR = at("state");
  mkdirSync(at("home"));
  makeRepository();
  const runner = new Runner(env);
  const flags = new Map<string, readonly Flag[]>();
  for (const words of COMMANDS) {
    const { output } = await runner.run({ args: [...words, "--help", "--all"], cwd: folder });
    flags.set(words.join(" "), flagsIn(output));
  }
  const codes = new Map<string, number>();
  const seconds: [number, string][] = [];
  let bad = 0;
  for (let n = 1; n <= inputs; n++) {
    const cwd = at(`cwd-${n}`);
    const json = chance(isDeep ? 0.2 : 0.5) ? (JSON.stringify(damaged(whole)) ?? "") : null;
    const config = json && chance(0.05) ? json.slice(0, json.length / 2) : json;
    const args = command(flags);
    makeFolder(cwd, config);
    const ended = await runner.run({ args, cwd });
    seconds.push([ended.seconds, args.join(" ").slice(0, 80)]);
    const seen = `${args[0]} ${ended.code}`;
    codes.set(seen, (codes.get(seen) ?? 0) + 1);
    let problem = problemOf(args, ended, 0);
    if (problem !== null || n % SAMPLED === 0) {
      makeFolder(cwd, config);
      const usual = (await run({ args: ["--version"], cwd }, env)).seconds;
      const own = await run({ args, cwd }, env);
      // Only its own process proves that an input takes long.
      const isSlow = problem?.endsWith(" s") === true;
      problem = problemOf(args, own, usual) ?? (isSlow ? null : problem);
    }
    rmSync(cwd, { recursive: true, force: true });
    if (problem === null) continue;
    bad++;
    console.log(
      `${n}: ${problem}: ${JSON.stringify(args).slice(0, 300)}\n  ${ended.output.trim().slice(0, 400)}`,
    );
  }
  runner.close();
  const [slowest = [0, ""]] = seconds.toSorted(([a], [b]) => b - a);
  console.log(`the slowest took ${slowest[0].toFixed(1)} s: ${slowest[1]}`);
  console.log(
    [...codes]
      .toSorted()
      .map(([code, count]) => `${code}: ${count}`)
      .join(", "),
  );
  console.log(`${inputs} inputs with seed ${seed}: ${bad} bad`);
  return bad === 0 ? 0 : 1;
}

try {
  await alone(
    false,
    () => {},
    async () => {
      process.exitCode = await main();
    },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
