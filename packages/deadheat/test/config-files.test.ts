import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { isolation } from "@deadheat/measure";
import { readConfig } from "../src/config/read.ts";
import { runModule } from "../src/config/run.ts";
import { setVariables } from "../../journal/test/scratch.ts";
import { folderOf } from "./config-folder.ts";

const literal = `{ targets: ["./a.mjs/node"], gate: "5%" }`;
const forms = {
  "deadheat.config.ts": `interface Gate { gate: string }\nexport default ${literal} satisfies Gate & object;`,
  "deadheat.config.mts": `export default ${literal} as const;`,
  "deadheat.config.mjs": `export default ${literal};`,
  "deadheat.config.js": `module.exports = ${literal};`,
  "deadheat.config.json": `{ "$schema": "./schema.json", "targets": ["./a.mjs/node"], "gate": "5%" }`,
};

for (const [name, text] of Object.entries(forms)) {
  test(`${name} is found and read`, async (t) => {
    const folder = folderOf(t, { [name]: text, "package.json": "{}" });
    const config = await readConfig(folder, null);
    assert.equal(config?.path, join(folder, name));
    assert.equal(config.folder, folder);
    assert.deepEqual(config.targets, [{ kind: "server", spec: "./a.mjs/node" }]);
    assert.deepEqual(config.gate, { cpu: 0.05 });
  });
}

test("without a file there is no configuration; a named file may lie anywhere, and paths are relative to its folder", async (t) => {
  const folder = folderOf(t, { "ours/speed.json": `{ "app": "./server.ts" }` });
  assert.equal(await readConfig(folder, null), null);
  const config = await readConfig(folder, "ours/speed.json");
  assert.equal(config?.folder, join(folder, "ours"));
  assert.equal(config.app, join(folder, "ours/server.ts"));
});

test("a configuration that ends its process ends neither the check nor with 0", (t) => {
  const folder = folderOf(t, { "deadheat.config.mjs": "process.exit(0);" });
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "first");
  const summary = join(folder, "summary.md");
  const main = join(import.meta.dirname, "../src/main.ts");
  const env = {
    ...process.env,
    INPUT_BASE: "main",
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: join(folder, "output"),
    RUNNER_TEMP: folder,
  };
  const { status, stderr } = spawnSync(process.execPath, [main, "github", "check"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  assert.match(
    stderr,
    /deadheat\.config\.mjs could not be run: it ended its process \(exit code 0\)/,
  );
  assert.equal(status, 2);
  assert.match(readFileSync(summary, "utf8"), /ended its process/);
});

const refused: [string, Readonly<Record<string, string>>, string | null, RegExp][] = [
  [
    "two files",
    { "deadheat.config.json": "{}", "deadheat.config.mts": "export default {};" },
    null,
    /^deadheat\.config\.mts and deadheat\.config\.json are both here\. Remove one, or name one with --config$/,
  ],
  [
    "a named file that does not exist",
    {},
    "speed.json",
    /^--config speed\.json: there is no file \//,
  ],
  [
    "a file with an unknown extension",
    { "a.yaml": "" },
    "a.yaml",
    /ends in \.ts, \.mts, \.mjs, \.js, \.json$/,
  ],
  [
    "a file that is not JSON",
    { "deadheat.config.json": "{ gate: 1 }" },
    null,
    /^deadheat\.config\.json is not JSON: .*position 2/,
  ],
  [
    "no default export",
    { "deadheat.config.mjs": "export const gate = 1;" },
    null,
    /^deadheat\.config\.mjs exports nothing by default: write "export default \{ … \}"$/,
  ],
  [
    "a file that throws",
    { "deadheat.config.mjs": `\nthrow new Error("no database\\nat all");` },
    null,
    /^deadheat\.config\.mjs:2 could not be run: no database$/,
  ],
  [
    "a file that exports more than a configuration can hold",
    { "deadheat.config.mjs": "export default { setup: 'a'.repeat(11e6) };" },
    null,
    /^deadheat\.config\.mjs could not be run: it exports more than 10 MB$/,
  ],
  [
    "a list without an end",
    { "deadheat.config.mjs": "export default { targets: new Array(4e9) };" },
    null,
    /^deadheat\.config\.mjs: targets must have at most 1000 entries, not \[/,
  ],
  [
    "a file that writes its own result",
    {
      "deadheat.config.mjs": `import { writeSync } from "node:fs";
       import { serialize } from "node:v8";
       writeSync(3, serialize({ kind: "error" }));
       process.exit(7);`,
    },
    null,
    /^deadheat\.config\.mjs could not be run: it ended its process \(exit code 7\)$/,
  ],
  [
    "a file with a syntax error",
    { "deadheat.config.mjs": "export default {\n  gate: ]\n};" },
    null,
    /^deadheat\.config\.mjs could not be run: Unexpected token '\]' \(`node deadheat\.config\.mjs` shows where\)$/,
  ],
  [
    "a file with TypeScript that cannot be stripped",
    { "deadheat.config.mts": "\nenum Gate { five }\nexport default {};" },
    null,
    /^deadheat\.config\.mts:2 could not be run: TypeScript enum is not supported in strip-only mode$/,
  ],
  [
    "a file that imports deadheat without an install",
    {
      "deadheat.config.mjs": `import { defineConfig } from "deadheat";\nexport default defineConfig({});`,
    },
    null,
    /Cannot find package 'deadheat' .*"npm install --save-dev deadheat", or import only its types/,
  ],
];

for (const [what, files, named, expected] of refused) {
  test(`rejected: ${what}`, async (t) => {
    const folder = folderOf(t, files);
    await assert.rejects(readConfig(folder, named), { name: "UsageError", message: expected });
  });
}

test("on a Node without TypeScript, the error names the Node to use and the file to write instead", (t) => {
  const folder = folderOf(t, { "deadheat.config.ts": "export default {};" });
  const outfile = join(folder, "reader.mjs");
  buildSync({
    entryPoints: [join(import.meta.dirname, "../src/config/read.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    external: ["node:*"],
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
    },
  });
  const program = `import { readConfig } from "./reader.mjs"; readConfig(".", null).catch((e) => console.log(e.name, e.message));`;
  const args = ["--no-strip-types", "--input-type=module", "--eval", program];
  assert.match(
    execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }),
    /^EnvironmentError deadheat\.config\.ts needs a Node that runs TypeScript, 22\.18 or newer \(this is .*\)\. .*deadheat\.config\.mjs$/m,
  );
});

test("a configuration that does not end is ended", async (t) => {
  const folder = folderOf(t, { "endless.mjs": "for (;;);" });
  const ran = await runModule(pathToFileURL(join(folder, "endless.mjs")).href, 1);
  assert.deepEqual(ran, { kind: "ended", how: "it took more than 1 s" });
});

const isolated = { skip: (await isolation()).mode === "none" && "no namespaces here" };
test(
  "a configuration changes nothing in the cache, and nothing goes on after it",
  isolated,
  async (t) => {
    const folder = folderOf(t, {});
    const cache = join(folder, "cache");
    const mark = `8${process.pid}`;
    setVariables(t, { DEADHEAT_CACHE: cache });
    mkdirSync(join(cache, "worktrees/other/tree"), { recursive: true });
    const planted = join(cache, "worktrees/other/tree/planted");
    const code = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
    spawn("setsid", ["sleep", "${mark}"], { detached: true, stdio: "ignore" }).unref();
    try { writeFileSync(${JSON.stringify(planted)}, ""); } catch {}
    export default "ran";`;
    writeFileSync(join(folder, "own.mjs"), code);
    const ran = await runModule(pathToFileURL(join(folder, "own.mjs")).href);
    assert.deepEqual(ran, { kind: "value", value: "ran" });
    assert.equal(existsSync(planted), false);
    assert.doesNotMatch(
      execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }),
      RegExp(`sleep ${mark}`),
    );
  },
);

test("a FIFO in place of the configuration is not waited for", async (t) => {
  const folder = folderOf(t, {});
  execFileSync("mkfifo", [join(folder, "deadheat.config.json")]);
  await assert.rejects(readConfig(folder, null), {
    name: "UsageError",
    message: "deadheat.config.json cannot be read: it is no regular file",
  });
});
