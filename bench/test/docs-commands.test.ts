import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { readContents } from "@deadheat/journal";
import { judgeComparison } from "@deadheat/judge";
import { renderCompared } from "@deadheat/report";
import { readConfig } from "../../packages/deadheat/src/config/read.ts";
import { parsePair } from "../../packages/deadheat/src/plan/spec.ts";
import { starterNames } from "../../packages/deadheat/src/starters/starter.ts";
import { comparedOf } from "../src/run/compare.ts";
import { root } from "../src/targets/project.ts";
import { temporaryFolder } from "./fixtures.ts";
import { blocks, pageAt, pages, shownOn, type Shown } from "./pages.ts";
import { understood } from "./parsed.ts";
import { git, repository, withDeadheat } from "./repository.ts";

// Checks README and docs about the command for any repository. Its own parser reads the commands, the readers of servers
// read the names, its checks read the configuration, and an example is compared with its journal.

const START = /^(?:npx deadheat|(?:npx -y )?pnpm\S* deadheat) /;
const shown = [...pages, pageAt("packages/deadheat/README.md")]
  .flatMap(shownOn)
  .filter(({ line }) => START.test(line));

const wordsAfter = ({ words }: Shown) => words.slice(words.indexOf("deadheat") + 1);

const main = join(root, "packages/deadheat/src/main.ts");

/** The number of the next import, which makes its URL unique. */
let imports = 0;

/** Runs the program with these arguments. It starts when it is imported. */
function parse(args: readonly string[]) {
  return understood(async () => {
    const [argv, code] = [process.argv, process.exitCode];
    process.argv = [...argv.slice(0, 2), ...args];
    try {
      imports += 1;
      await import(`${main}?${imports}`);
      return Number(process.exitCode);
    } finally {
      [process.argv, process.exitCode] = [argv, code];
    }
  });
}

test("every command shown exists and names servers", async (t) => {
  const files = shown.flatMap(({ words }) =>
    words.flatMap((word) => /(?:^|=)(\.\/[\w./-]+?\.m?[jt]s)/.exec(word)?.[1] ?? []),
  );
  const folder = repository(t, Object.fromEntries(files.map((file) => [file, ""])));
  git(folder, "tag", "v4.2.0");
  git(folder, "update-ref", "refs/remotes/origin/main", "HEAD");
  for (const one of shown) {
    const where = `${one.page}: ${one.line}`;
    const { name, args, options } = await parse(wordsAfter(one)).catch((error: Error) =>
      assert.fail(`${where}: ${error.message}`),
    );
    if (name !== "compare" && name !== "gate") continue;
    const [base, other = null] = args;
    // Two commands, or a configuration, name the servers then.
    if (base === undefined) continue;
    await parsePair(base, other, folder, options["app"] as string | undefined).catch(
      (error: Error) => assert.fail(`${where}: ${error.message}`),
    );
  }
  assert.ok(shown.length > 40, `${shown.length} commands`);
});

test("docs/cli.md has every command and option", async () => {
  const { text } = pageAt("docs/cli.md");
  const help = execFileSync(process.execPath, [main, "--help"], { encoding: "utf8" });
  const [, listed = ""] = help.split("Commands:");
  const names = [...listed.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name);
  const shownHere = shown.filter(({ page }) => page === "docs/cli.md");
  for (const name of names.filter((one) => one !== "help" && one !== "github")) {
    const example = shownHere.find((one) => wordsAfter(one)[0] === name) ?? assert.fail(name);
    const { flags } = await parse(wordsAfter(example));
    for (const flag of flags) assert.ok(text.includes(`\`${flag}`), `${name} ${flag}`);
  }
  assert.ok(names.length > 8, names.join(" "));
});

test("a command that does not exist or names nothing is rejected", async (t) => {
  await assert.rejects(parse(["compare", "a", "b", "--bloks", "2"]), assert.AssertionError);
  await assert.rejects(parsePair("./gone.ts", "main", repository(t, { a: "" })));
});

test("the frameworks with apps are named", () => {
  const { text } = pageAt("docs/compare.md");
  const [, sentence = ""] = /has its own apps: of ([^]+?), each on/.exec(text) ?? [];
  const named = sentence.match(/@?[a-z][a-z0-9/]+(?=[,\s`)]|$)/g)?.filter((word) => word !== "and");
  assert.deepEqual(named?.toSorted(), starterNames().toSorted());
});

test("the configuration shown is valid and has every field", async (t) => {
  const { text } = pageAt("docs/config.md");
  const [code = ""] = blocks(text, "ts");
  const folder = withDeadheat(temporaryFolder(t));
  writeFileSync(join(folder, "deadheat.config.mts"), code);
  writeFileSync(join(folder, "upload.txt"), "");
  const read = (await readConfig(folder, null)) ?? assert.fail("there is one");
  assert.deepEqual([read.targets.length, read.requests.length, read.gate], [4, 4, { cpu: 0.05 }]);
  const schema = readFileSync(join(root, "packages/deadheat/schema/config.schema.json"), "utf8");
  const { properties } = JSON.parse(schema) as { properties: object };
  for (const field of Object.keys(properties)) assert.ok(text.includes(field), field);
});

test("README's example of express matches its journal", async () => {
  const journal = "results/published/epyc-2cpu-vm/2026-11-23-express/compare.jsonl";
  const { journals } = await readContents([join(root, journal)]);
  const { run, rounds: measured } = journals[0] ?? assert.fail("there is one");
  const took = measured.reduce((sum, { seconds }) => sum + seconds.total, 0);
  const { new: next, base } = measured[0] ?? assert.fail("it has rounds");
  const versionsOf = (name: string) => ({
    framework: /@([^/]+)\//.exec(name)?.[1] ?? null,
    runtimeName: run.runtime,
    runtime: run.settings.tools.node?.version ?? null,
  });
  const comparison = {
    app: null,
    base,
    new: next,
    versions: { base: versionsOf(base), new: versionsOf(next) },
    scenario: "GET /hello",
    ...judgeComparison(measured, { kind: "budget", budgetSeconds: 120 }, 0.02, took),
    warnings: [],
    journal,
  };
  const [lines = ""] = renderCompared(comparedOf(comparison, null, "")).split("Data: ");
  const readme = pageAt("README.md").text;
  assert.ok(readme.includes(lines), lines);
  assert.ok(pageAt("docs/getting-started.md").text.includes(lines), "docs/getting-started.md");
  assert.ok(readme.includes(journal), "README says where it is");
});
