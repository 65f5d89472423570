// Runs commands with options, files and configurations that nobody would write, and measures nothing: the state folder says that
// another command measures. Usage: node test/fuzz/inputs.ts [inputs] [seed]
//
// No input may print a stack, take five seconds, or end with 0 if it is nonsense.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { alone } from "@deadheat/measure";
import { optionTable } from "../../src/plan/option-table.ts";

const [inputs = 5000, seed = 1] = process.argv.slice(2).map(Number);
const MAIN = join(import.meta.dirname, "../../src/main.ts");
const LONGEST_SECONDS = 5;
const AT_ONCE = 2;

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

const folder = mkdtempSync(join(tmpdir(), "deadheat-fuzz-"));
const at = (name: string) => join(folder, name);

/** Files of every kind that stand in the place of a file, a folder or a configuration. */
function makeFiles(): string[] {
  mkdirSync(at("folder"));
  writeFileSync(at("empty"), "");
  writeFileSync(at("garbled.json"), '{"schema": 8, "comparisons": [{}');
  writeFileSync(at("binary"), Buffer.from(Array.from({ length: 999 }, (_, i) => i % 256)));
  writeFileSync(at("server.mjs"), "export default { fetch: () => new Response('') };");
  execFileSync("mkfifo", [at("fifo")]);
  symlinkSync("/dev/zero", at("zero"));
  symlinkSync(at("loop"), at("loop"));
  symlinkSync(at("nowhere"), at("dangling"));
  return [
    "folder",
    "empty",
    "garbled.json",
    "binary",
    "fifo",
    "zero",
    "loop",
    "dangling",
    "missing",
  ];
}
const files = makeFiles();

const WORDS = [
  "constructor __proto__ toString hasOwnProperty valueOf",
  "-1 0 1e309 NaN Infinity 99999999999 0.0000001 5% 0% 100% 1e3% -5% 5s 0s 1e9h",
  "cpu:5% cpu:5%,cpu: memory-growth:5% constructor:5% cpu start p99 latency,cost latency,",
  ".. / ~ - -- @ # ' \" `id` $(id) é \u202E \u{1F600} %00 GET GET\u00A0/",
  "node bun@ deno@99 node@constructor main HEAD HEAD~99 main.. ..main express@ @/x x@y@z",
]
  .flatMap((line) => line.split(" "))
  .concat("", " ", "\0", "\n", "\uFEFF", "a\r\nb", "a".repeat(5000))
  .concat("GET /", "POST /a b", "get /", "GET /\u0001");
const value = () =>
  chance(0.3) ? at(oneOf(files)) : chance(0.1) ? `@${at(oneOf(files))}` : oneOf(WORDS);

const COMMANDS =
  "compare gate explain bisect history run report init cache github constructor --help".split(" ");
/** With the first, a command would measure; the second opens a browser. */
const LEFT_OUT = new Set(["--allow-concurrent", "--open"]);
const FLAGS = Object.values(optionTable)
  .map(({ flags }) => flags.split(" ") as [string, string?])
  .filter(([flag]) => !LEFT_OUT.has(flag));

function command(): string[] {
  const options = Array.from({ length: Math.floor(random() * 4) }, () => {
    const [flag, argument] = oneOf(FLAGS);
    return argument === undefined && chance(0.9) ? [flag] : [flag, value()];
  });
  const servers = Array.from({ length: Math.floor(random() * 3) }, value);
  return [oneOf(COMMANDS), ...servers, ...options.flat()];
}

const FIELDS =
  "targets app requests login runtimes setup services prepare env scripts writable history gate budget margin ignore allowDifferent constructor".split(
    " ",
  );
function config(depth = 2): unknown {
  if (depth === 0 || chance(0.4))
    return oneOf([null, true, 0, -1, Number.MAX_VALUE, ...WORDS, [], {}]);
  if (chance(0.4)) return [config(depth - 1), config(depth - 1)];
  const keys = [
    "label",
    "server",
    "command",
    "request",
    "path",
    "body",
    "file",
    "__proto__",
    "env",
  ];
  return Object.fromEntries([[oneOf(keys), config(depth - 1)]]);
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const from = performance.now();
  const safe = args.map((one) => one.replaceAll("\0", "\\0"));
  const child = spawn(process.execPath, [MAIN, ...safe], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream
      .setEncoding("utf8")
      .on("data", (text: string) => (output = (output + text).slice(0, 1e5)));
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  return new Promise((resolve) =>
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output, seconds: (performance.now() - from) / 1000 });
    }),
  );
}

const STACK = /^\s+at .+:\d+:\d+\)?$/m;
/** Commands that need nothing, and those that only list or write what they say. */
const MAY_END_WELL = /^(?:--help|cache|init)$|--help/;

/** @param usual the seconds that `--version` takes just now, on a machine that others may use too */
function problemOf(
  args: readonly string[],
  { code, output, seconds }: Ended,
  usual: number,
): string | null {
  if (STACK.test(output)) return "a stack";
  if (seconds > LONGEST_SECONDS + 4 * usual) return `${seconds.toFixed(1)} s`;
  if (code === null) return "killed";
  if (![0, 1, 2, 3, 4].includes(code)) return `exit code ${code}`;
  if (code === 0 && !args.some((one) => MAY_END_WELL.test(one))) return "exit code 0";
  if (code !== 0 && output.trim() === "") return "no word";
  return null;
}

async function main(): Promise<number> {
  const env = {
    ...process.env,
    DEADHEAT_STATE_DIR: at("state"),
    XDG_CACHE_HOME: at("cache"),
    OHA_BIN: process.env.OHA_BIN ?? "/nowhere/oha",
  };
  process.env.DEADHEAT_STATE_DIR = at("state");
  let done = 0;
  let bad = 0;
  let usual = 1;
  const work = async (worker: number) => {
    while (done < inputs) {
      const n = ++done;
      const cwd = at(`cwd-${worker}`);
      rmSync(cwd, { recursive: true, force: true });
      mkdirSync(cwd);
      if (chance(0.5)) {
        const own = Object.fromEntries([
          [oneOf(FIELDS), config()],
          [oneOf(FIELDS), config()],
        ]);
        writeFileSync(join(cwd, "deadheat.config.json"), JSON.stringify(own) ?? "");
      }
      const args = command();
      const ended = await run(args, cwd, env);
      if (n % 25 < AT_ONCE) usual = (await run(["--version"], cwd, env)).seconds;
      const problem = problemOf(args, ended, usual);
      if (problem === null) continue;
      bad++;
      console.log(
        `${n}: ${problem}: ${JSON.stringify(args).slice(0, 300)}\n  ${ended.output.trim().slice(0, 400)}`,
      );
    }
  };
  await alone(
    false,
    () => {},
    async () => {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
    },
  );
  console.log(`${inputs} inputs with seed ${seed}: ${bad} bad`);
  return bad === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
