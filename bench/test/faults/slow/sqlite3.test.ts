import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { root } from "../../../src/targets/project.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { copyListed } from "../../repository.ts";

// Builds sqlite3's native module in a copy of the repository, as docs/targets.md says, in one to two minutes. This needs a
// C++ compiler, make, Python, and the headers of any Node (the module uses Node-API), which node-gyp would otherwise
// download from nodejs.org. Then checks the responses like those of every other store.

test("sqlite3, built as docs/targets.md says, answers rightly again and again", (t) => {
  const folder = copy(t);
  const installed = pnpm(folder, "install", "--frozen-lockfile", "--prefer-offline");
  if (installed.status !== 0) return notPossible(t, installed.output);

  const docs = readFileSync(join(root, "docs/targets.md"), "utf8");
  const told =
    /set `(sqlite3: true)` under\s+`allowBuilds` in `([\w.-]+)`, then `pnpm (rebuild sqlite3)`/;
  const [, setting, file, command] = told.exec(docs) ?? assert.fail("docs/targets.md does not say");
  const settings = readFileSync(join(folder, file as string), "utf8");
  assert.match(settings, /^ {2}sqlite3: false$/m);
  const allowed = settings.replace("sqlite3: false", setting as string);
  writeFileSync(join(folder, file as string), allowed);
  const built = pnpm(folder, ...(command as string).split(" "));
  const module = "packages/stores/node_modules/sqlite3/build/Release/node_sqlite3.node";
  if (!existsSync(join(folder, module))) return notPossible(t, built.output);

  const words = ["--targets", "node-http/node,hono/node", "--scenarios", "sqlite3,sqlite3-row"];
  const verified = node(folder, "bench/deadheat.mjs", "verify", "--json", ...words);
  assert.equal(verified.status, 0, verified.output);
  const { cells } = JSON.parse(verified.stdout) as { cells: Record<string, string>[] };
  const found = cells.filter(({ scenario }) => scenario?.startsWith("sqlite3"));
  assert.deepEqual(
    found.map(({ target, scenario, status }) => `${target} ${scenario} ${status}`).toSorted(),
    ["hono/node sqlite3 ok", "hono/node sqlite3-row ok"]
      .flatMap((line) => [line, line.replace("hono", "node-http")])
      .toSorted(),
  );

  // No scenario reads many rows or the fortunes.
  const suite = ["--test-name-pattern=^sqlite3 on", "packages/stores/test/stores.test.ts"];
  const asked = node(folder, "--test", "--test-reporter=tap", ...suite);
  assert.match(asked.stdout, /^ok 1 - sqlite3 on node answers from its service, and closes$/m);
  assert.equal(asked.status, 0, asked.output);
});

/** Skips the test with the tool's own message if the machine lacks a build tool. Otherwise fails. */
function notPossible(t: TestContext, output: string): void {
  const missing =
    /.*(?:not found: \w+|Could not find any Python|common\.gypi not found|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|fetch failed).*/i;
  const [line] = missing.exec(output) ?? assert.fail(output.slice(-4000));
  t.skip(`sqlite3 cannot be built here: ${line.trim()}`);
}

/** Copies the files that git would commit, without the results. */
function copy(t: TestContext): string {
  const folder = temporaryFolder(t);
  const words = ["--cached", "--others", "--exclude-standard"];
  copyListed(folder, ...words, "--", ".", ":!results");
  return folder;
}

function pnpm(folder: string, ...words: string[]) {
  const nodedir = headers();
  return finished(folder, "npx", ["-y", "pnpm@12.21.0", ...words], {
    ...(nodedir === undefined ? {} : { npm_config_nodedir: nodedir }),
    // The module stays in the copy and does not enter pnpm's store.
    pnpm_config_side_effects_cache_readonly: "true",
  });
}

function node(folder: string, ...words: string[]) {
  return finished(folder, process.execPath, words);
}

/** Returns a folder with Node's headers: from the environment, the npm package, or a Node on PATH. */
function headers(): string | undefined {
  const { npm_config_nodedir: told, PATH = "" } = process.env;
  const npm = join(
    root,
    "node_modules/node/node_modules",
    `node-${process.platform}-${process.arch}`,
  );
  const installed = PATH.split(delimiter).map((folder) => dirname(folder));
  return [told ?? "", npm, ...installed].find((folder) =>
    existsSync(join(folder, "include/node/node_api.h")),
  );
}

function finished(cwd: string, program: string, words: string[], env: NodeJS.ProcessEnv = {}) {
  // `node --test` prints no messages of a test that another test starts.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...inherited, ...env },
  });
  return { status, stdout, output: `${stdout}\n${stderr}\n${error?.message ?? ""}` };
}
