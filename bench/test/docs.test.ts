import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readResult } from "deadheat/parts";
import { main } from "../src/cli.ts";
import { scenariosNamed } from "../src/plan/selection.ts";
import { discoverTargets, selectTargets } from "../src/targets/discover.ts";
import { calibrationDirectory, root } from "../src/targets/project.ts";
import { runtimeVersions } from "../src/targets/tools.ts";
import { temporaryFolder } from "./fixtures.ts";
import { blocks, pageAt, pages, shown, withoutBlocks, wordsOf, type Shown } from "./pages.ts";
import { commands, understood, type Understood } from "./parsed.ts";

// Checks README and docs. The command's own parser reads the commands, TypeScript checks the code, links and files must
// exist, and the rows of a table must be those of their run.

const readme = pageAt("README.md").text;

const withoutCode = (text: string) => withoutBlocks(text).replaceAll(/`[^`]*`/g, "");

/** Returns true for the command for any repository, which docs-anywhere.test.ts checks. */
const isDeadheat = (words: readonly string[]) =>
  words.slice(0, 4).includes("deadheat") && !words.includes("--filter");

interface Package {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly packageManager?: string;
}
const packageIn = (folder: string): Package =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Package;
const repository = packageIn(".");
const packages = globSync("{bench,site,packages/*,apps/*}/package.json", { cwd: root }).map(
  (path) => packageIn(dirname(path)),
);

/** Returns the words that pnpm gets, however it is started. */
function pnpmWords({ page, line, words }: Shown): string[] {
  const rest = words.slice(words.findIndex((word) => !word.includes("=")));
  if (rest[0] === "npx") {
    const [npx, yes, pnpm, ...args] = rest;
    assert.deepEqual(
      [npx, yes, pnpm],
      ["npx", "-y", repository.packageManager],
      `${page}: ${line}`,
    );
    return args;
  }
  assert.equal(rest[0], "pnpm", `${page}: ${line}: no command that this test knows`);
  return rest.slice(1);
}

const parse = (args: readonly string[]) => understood(() => main(args));

const versions = runtimeVersions();
const targets = [...discoverTargets(versions), ...discoverTargets(versions, calibrationDirectory)];

/** Checks that the named targets and scenarios exist. */
function checkNames({ name, args, options }: Understood): void {
  if (name === "compare") selectTargets(targets, args);
  if (Array.isArray(options.targets)) selectTargets(targets, options.targets as string[]);
  for (const scenario of [options.scenarios, options.scenario].flat()) {
    if (scenario !== undefined) scenariosNamed([scenario as string]);
  }
}

test("every command in README and docs exists", async () => {
  let parsed = 0;
  await parse(["list"]);
  for (const one of shown.filter(({ words }) => !isDeadheat(words))) {
    const [first = "", ...rest] = pnpmWords(one);
    const where = `${one.page}: ${one.line}`;
    if (first === "bench" && one.inline && rest.length === 1 && commands.has(rest[0] as string)) {
      // In a sentence a command may stand without its arguments.
      parsed++;
    } else if (first === "bench") {
      const given = await parse(rest).catch((error: Error) =>
        assert.fail(`${where}: ${error.message}`),
      );
      checkNames(given);
      parsed++;
    } else if (first === "--filter") {
      const [name, script = ""] = rest;
      const own = packages.find((candidate) => candidate.name === name) ?? assert.fail(where);
      assert.ok(script === "pack" || own.scripts?.[script] !== undefined, where);
    } else {
      const builtIn = ["install", "rebuild"].includes(first);
      assert.ok(builtIn || repository.scripts?.[first] !== undefined, where);
    }
  }
  assert.ok(parsed > 40, `${parsed} commands`);
});

test("a command that does not exist is rejected", async () => {
  for (const line of ["--profile slow", "compare a/node", "compare a b --gates 5%", "measures"]) {
    await assert.rejects(parse(wordsOf(line)), assert.AssertionError, line);
  }
  assert.throws(() => checkNames({ name: "compare", args: ["hono/nod"], options: {}, flags: [] }));
});

test("TypeScript accepts the code in docs", (t) => {
  const folder = temporaryFolder(t);
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@deadheat"), { recursive: true });
  for (const path of globSync("packages/*", { cwd: root })) {
    symlinkSync(join(root, path), join(modules, packageIn(path).name));
  }
  symlinkSync(join(root, "bench/node_modules/@types"), join(modules, "@types"));
  const snippets = pages.flatMap(({ path, text }) =>
    blocks(text, "ts").map((code, i) => ({ name: `${path.replaceAll("/", "-")}-${i}.ts`, code })),
  );
  assert.ok(snippets.length >= 4);
  for (const { name, code } of snippets) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const settings = { extends: join(root, "tsconfig.base.json"), include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  try {
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  } catch (error) {
    assert.fail((error as { stdout: string }).stdout);
  }
});

/** Returns GitHub's anchors of the headings. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = withoutBlocks(text).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) => {
      const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}

test("every link to a file or heading works", () => {
  let links = 0;
  for (const { path, text } of pages) {
    for (const [, link = ""] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const to = file === "" ? join(root, path) : join(root, dirname(path), file);
      assert.ok(existsSync(to), `${path}: ${link}: there is no such file`);
      if (anchor !== undefined) {
        const anchors = anchorsOf(readFileSync(to, "utf8"));
        assert.ok(anchors.has(anchor), `${path}: ${link}: there is no such heading`);
      }
      links++;
    }
  }
  assert.ok(links > 50, `${links} links`);
});

test("every page has a link to it, and every file that a page names exists", () => {
  const all = pages.map(({ text }) => text).join("\n");
  for (const { path, text } of [...pages, pageAt("CONTRIBUTING.md")]) {
    const name = path.split("/").at(-1) as string;
    if (path !== "README.md") assert.ok(all.includes(`${name})`), `nothing leads to ${path}`);
    for (const [, file = ""] of text.matchAll(
      /`((?:bench|packages|apps|docs|calibration|\.ci)\/[\w./-]+)`/g,
    )) {
      // The app that CONTRIBUTING.md adds.
      if (file !== "apps/itty-router/") assert.ok(existsSync(join(root, file)), `${path}: ${file}`);
    }
  }
});

test("rows of the ranking match the published run", () => {
  const run = "results/published/xeon-2cpu-vm/2026-11-25-quick/report.md";
  const report = readFileSync(join(root, run), "utf8");
  const cellsOf = (row: string) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const rows = report
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map(cellsOf);
  for (const name of ["README.md", "docs/output.md"]) {
    const text = pages.find(({ path }) => path === name)?.text ?? assert.fail(name);
    assert.ok(text.includes(run), `${name} says which run it is`);
    const own = [...text.matchAll(/^\| +\d[\d-]* +\|.*\|$/gm)].map(([row]) => cellsOf(row));
    assert.ok(own.length >= 5, name);
    for (const cells of own) {
      const theirs = rows.find((row) => row[1] === cells[1]) ?? assert.fail(`${name}: ${cells[1]}`);
      // The table may show some of the columns, in their order.
      let at = 0;
      for (const cell of cells) {
        at = theirs.indexOf(cell, at) + 1;
        assert.ok(at > 0, `${name}: ${cells[1]}: ${cell} is not in ${run}`);
      }
    }
  }
});

test("README's sentences about the ranking match the published run", () => {
  const file = "results/published/xeon-2cpu-vm/2026-11-25-quick/result.json";
  const { cells, differences } = readResult(join(root, file));
  const { pairs, decided, ties } = differences[0] ?? assert.fail("it has one scenario");
  const fastest = cells.filter(({ rank }) => rank?.[0] === 1).length;
  const open = pairs - decided - ties.length;
  for (const sentence of [
    `${fastest} of the ${cells.length} targets may be the fastest`,
    `Of ${pairs} pairs, ${decided} differ significantly, ${ties.length} are proven ties (within ± 5 %, same letter), and ${open} are undecided.`,
  ]) {
    assert.ok(readme.replaceAll(/\s+/g, " ").includes(sentence), sentence);
  }
});

test("README and docs are short enough to read", () => {
  const linesOf = (text: string) => text.trimEnd().split("\n").length;
  const docs = pages.filter(({ path }) => path.startsWith("docs/"));
  const lines = docs.reduce((sum, { text }) => sum + linesOf(text), 0);
  assert.ok(linesOf(readme) <= 150, "README has at most 150 lines");
  assert.ok(docs.length <= 17 && lines <= 2900, `${docs.length} pages with ${lines} lines`);
  assert.ok(readme.includes(`npx -y ${repository.packageManager} test`), "the test command");
});
