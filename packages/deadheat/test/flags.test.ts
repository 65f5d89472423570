import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { Command } from "commander";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { exporting, measuring, sides, verdicts, withOptions } from "../src/cli/asked.ts";
import { serversOf } from "../src/cli/compare.ts";
import { helpAsked, withSuggestion } from "../src/cli/help.ts";
import { firstOptions, optionGroups } from "../src/plan/option-groups.ts";
import { optionTable } from "../src/plan/option-table.ts";
import { onNamedRuntime } from "../src/plan/runtime-name.ts";
import { wantedFor } from "../src/plan/wanted.ts";
import { syntaxErrorIn } from "../src/ready/syntax-error.ts";
import { wantsColor } from "../src/terminal/colors.ts";

const bin = join(import.meta.dirname, "../bin.mjs");

function environment(HOME: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, HOME };
}

function deadheat(args: readonly string[], input = "", cwd = process.cwd()) {
  const env = environment(cwd);
  return spawnSync(process.execPath, [bin, ...args], { cwd, env, input, encoding: "utf8" });
}

function compareCommand(): Command {
  const names = ["rounds", ...measuring, ...sides, ...verdicts, ...exporting] as const;
  return withOptions(new Command("compare").exitOverride(), names);
}

test("short flags and the names of other benchmarks mean the same as ours", () => {
  const parse = (...args: string[]) => {
    const command = compareCommand();
    command.parse(args, { from: "user" });
    const given = Object.entries(command.opts()).filter(
      ([name]) => command.getOptionValueSource(name) === "cli",
    );
    return Object.fromEntries(given);
  };
  const long = parse(
    "--connections",
    "10",
    "--budget",
    "90s",
    "--rounds",
    "5",
    "--warmup",
    "100",
    "--header",
    "a: b",
    "--out",
    "here",
  );
  assert.deepEqual(
    parse("-c", "10", "-d", "90s", "-n", "5", "-w", "100", "-H", "a: b", "-o", "here"),
    long,
  );
  assert.deepEqual(parse("--duration", "90s", "--runs", "5"), {
    budgetSeconds: 90,
    rounds: 5,
  });
  assert.deepEqual(parse("--rate", "150"), { rate: 150 });
});

test("a rate adds latency to the metrics, and nothing else does so by itself", () => {
  assert.deepEqual(wantedFor(undefined, {}, "cpu", 150).further, { loads: ["latency"], rate: 150 });
  assert.deepEqual(wantedFor(undefined, {}, "cpu", null).further, { loads: [] });
});

test("an unknown flag of another benchmark names ours, and a misspelled one the nearest", () => {
  const compare = compareCommand();
  new Command("deadheat")
    .addCommand(compare)
    .addCommand(new Command("gate").option("--on-undecided <outcome>"));
  const about = (flag: string) => withSuggestion(`error: unknown option '${flag}'`, compare);
  const see = "See deadheat compare --help.";
  assert.equal(about("--vus"), `Unknown option '--vus'. Use --connections. ${see}`);
  assert.match(about("--threshold"), /Use --gate, such as/);
  assert.match(about("--conections"), /^Unknown option .*\. Did you mean --connections\? See/);
  assert.match(about("--on-undecided"), /'\. It is an option of gate\. See/);
  assert.equal(about("--zzz"), `Unknown option '--zzz'. ${see}`);
  assert.equal(
    withSuggestion("error: unknown command 'compar'\n(Did you mean compare?)", undefined),
    "Unknown command 'compar'. Did you mean compare? See deadheat --help.",
  );
});

test("help begins with at most ten options of the table, and --help --all lists each under a heading", () => {
  const short = deadheat(["compare", "--help"]).stdout;
  const flags = [...short.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
  assert.ok(flags.length <= 12 && flags.length >= 8, flags.join(" "));
  assert.match(short, /The other \d+ options: deadheat compare --help --all\n$/);
  const all = deadheat(["compare", "--help", "--all"]).stdout;
  for (const name of ["-c, --connections", "--rate", "--export-csv", "--parallel"]) {
    assert.ok(all.includes(name), name);
  }
  assert.match(
    all,
    /Servers:[^]*Requests:[^]*How long to measure:[^]*What to measure:[^]*The result:/,
  );
  assert.deepEqual(helpAsked(["bisect", "--all", "3%", "x"]), {
    args: ["bisect", "--all", "3%", "x"],
    all: false,
  });
  const grouped = Object.values(optionGroups).flat();
  assert.deepEqual(grouped.toSorted(), Object.keys(optionTable).toSorted());
  assert.ok([...firstOptions].every((name) => grouped.includes(name)));
});

test("the verbs of all commands are in one mood", () => {
  const [, listed = ""] = deadheat(["--help"]).stdout.split("Commands:");
  const verbs = [...listed.matchAll(/^ {2}[a-z]+ .*? {2,}([a-z]+) /gm)].map(
    ([, verb = ""]) => verb,
  );
  assert.ok(verbs.length >= 10, verbs.join(" "));
  assert.deepEqual(
    verbs.filter((verb) => verb.endsWith("s")),
    [],
  );
});

test("colors follow the flag, then NO_COLOR, then FORCE_COLOR, then the terminal and the logs of CI", () => {
  const pipe = { isTerminal: false, isFile: false };
  const terminal = { isTerminal: true, isFile: false };
  const cases = [
    [[], {}, terminal, true],
    [[], {}, pipe, false],
    [[], { NO_COLOR: "" }, terminal, true],
    [[], { NO_COLOR: "1" }, terminal, false],
    [[], { NO_COLOR: "1", FORCE_COLOR: "1" }, terminal, false],
    [[], { FORCE_COLOR: "1" }, pipe, true],
    [[], { FORCE_COLOR: "0" }, terminal, false],
    [[], { GITHUB_ACTIONS: "true" }, pipe, true],
    [[], { GITHUB_ACTIONS: "true" }, { isTerminal: false, isFile: true }, false],
    [[], { TERM: "dumb" }, terminal, false],
    [["--color", "always"], { NO_COLOR: "1" }, pipe, true],
    [["--color=never"], { FORCE_COLOR: "1" }, terminal, false],
    [["--no-color"], {}, terminal, false],
  ] as const;
  for (const [args, env, output, wanted] of cases) {
    assert.equal(wantsColor(args, env, output), wanted, JSON.stringify([args, env, output]));
  }
});

test("a runtime's name is the runtime of --app, and npm: is the package", async () => {
  const around = { cwd: "/work", isRevision: async (name: string) => name === "deno" };
  const app = "./server.mjs";
  assert.equal(await onNamedRuntime("bun@1.3.5", app, around), "/work/server.mjs/bun@1.3.5");
  assert.equal(await onNamedRuntime("new=node", app, around), "new=/work/server.mjs/node");
  assert.equal(await onNamedRuntime("npm:bun@1.3.5", app, around), "npm:bun@1.3.5");
  assert.equal(await onNamedRuntime("deno", app, around), "deno", "a branch of that name");
  await assert.rejects(
    onNamedRuntime("bun@1.3.5", undefined, around),
    /is a runtime\. Name the server/,
  );
  await assert.rejects(
    onNamedRuntime("bun@1.3.5", "./server.mjs/node", around),
    /different runtimes/,
  );
});

test("an error of syntax has file, line and three lines, in the words of each runtime", (t) => {
  const cwd = temporaryFolder(t);
  const file = join(cwd, "a.mjs");
  writeFileSync(file, "let a;\nconst b = ;\nlet c;\nlet d;\n");
  const shown = "\n     1 | let a;\n>    2 | const b = ;\n     3 | let c;";
  const node = `file://${file}:2\nconst b = ;\n          ^\n\nSyntaxError: Unexpected token ';'\n    at x`;
  assert.equal(syntaxErrorIn(node, cwd), `a.mjs:2: SyntaxError: Unexpected token ';'${shown}`);
  const bun = `2 | const b = ;\n              ^\nerror: Unexpected ;\n    at ${file}:2:11\n`;
  assert.equal(syntaxErrorIn(bun, cwd), `a.mjs:2: SyntaxError: Unexpected ;${shown}`);
  const deno = `error: Uncaught (in promise) TypeError: SyntaxError: Expression expected\n  |\n2 | const b = ;\n    at file://${file}:2:11`;
  assert.equal(syntaxErrorIn(deno, cwd), `a.mjs:2: SyntaxError: Expression expected${shown}`);
  mkdirSync(join(cwd, "inner"));
  assert.equal(
    syntaxErrorIn(node, join(cwd, "inner")),
    null,
    "no file outside of the server's folder",
  );
  assert.equal(syntaxErrorIn("Error: no database\n    at x", cwd), null);
});

test("a reference is the base of compare, wherever it stands among the servers", () => {
  const servers = (first: string, rest: string[], reference?: string) =>
    serversOf(first, rest, reference);
  assert.deepEqual(servers("a", ["b", "c"]), { base: "a", new: "b", others: ["c"] });
  assert.deepEqual(servers("a", ["b", "c"], "c"), { base: "c", new: "a", others: ["b"] });
  assert.deepEqual(servers("a", ["b"], "c"), { base: "c", new: "a", others: ["b"] });
  assert.deepEqual(servers("a", [], "c"), { base: "c", new: "a" });
});

test("requests come from standard input, once, and not from nothing", async (t) => {
  const cwd = temporaryFolder(t);
  const missing = ["compare", "./none.mjs", "./none.mjs"];
  assert.match(deadheat([...missing, "--request", "-"], "", cwd).stderr, /standard input is empty/);
  const twice = deadheat([...missing, "--request", "-", "--urls", "-"], "GET /\n", cwd);
  assert.match(twice.stderr, /Only one option can read standard input: --request -, --urls -/);
  const started = performance.now();
  const wrong = deadheat([...missing, "--request", "-"], "GET /a\nnonsense\n", cwd);
  const startMilliseconds = performance.now() - started;
  assert.match(wrong.stderr, /--request "nonsense" is not a request/);
  assert.equal(wrong.status, 2);
  const env = environment(cwd);
  const waiting = spawn(process.execPath, [bin, ...missing, "--urls", "-"], { cwd, env });
  const timer = setTimeout(() => waiting.kill("SIGINT"), 1000 + 2 * startMilliseconds);
  const code = await new Promise((resolve) => waiting.once("exit", resolve));
  clearTimeout(timer);
  assert.equal(code, 130, "Ctrl-C while the pipe is open");
});

test("completion prints a script for each shell, which asks for commands and options", () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { status, stdout } = deadheat(["completion", shell]);
    assert.deepEqual([status, stdout.includes("deadheat")], [0, true], shell);
  }
  assert.match(deadheat(["complete", "--", "ga"]).stdout, /^gate\t/m);
  assert.match(deadheat(["complete", "--", "compare", "--conn"]).stdout, /^--connections\t/m);
});

test("doctor checks programs and machine, and --json has one document", (t) => {
  const { status, stdout } = deadheat(["doctor", "--json"], "", temporaryFolder(t));
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string }[] };
  const names = new Set(checks.map(({ name }) => name));
  for (const name of ["node", "npm", "git", "oha", "machine", "pinning", "isolation"]) {
    assert.ok(names.has(name), name);
  }
  assert.equal(status, checks.some((check) => check.status === "fail") ? 1 : 0);
});

test("the files of --export-* need a folder before anything is measured", (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, "a.mjs"), "");
  const { status, stderr } = deadheat(
    ["compare", "./a.mjs", "./a.mjs", "--export-csv", "no/a.csv"],
    "",
    cwd,
  );
  assert.deepEqual([status, /--export-csv no\/a\.csv: there is no folder/.test(stderr)], [2, true]);
});

test("an old Node gets one sentence and exit code 2", () => {
  const versions = (version: string) =>
    `data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  for (const version of ["18.20.8", "20.20.2", "22.17.0", "23.5.0"]) {
    const args = ["--import", versions(version), bin, "--help"];
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    assert.deepEqual([status, stdout, stderr.split("\n").length], [2, "", 2], version);
    assert.match(stderr, /^deadheat: Node 22\.18 or later is needed, and this is Node /);
  }
});
