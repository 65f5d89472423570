import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, before, test, type TestContext } from "node:test";
import { EnvironmentError } from "@deadheat/journal";
import { thisMachine } from "../src/machine.ts";
import { nativePnpm } from "../src/revisions/package-manager.ts";
import { platformPackage } from "../src/installs/runtime.ts";
import { checkout } from "../src/revisions/checkout.ts";
import { requireRevision } from "../src/git/commit.ts";
import { npmAsking, startRegistry, type Registry } from "./installs-registry.ts";
import {
  commitAll,
  git,
  optionsOf,
  repositoryIn,
  scratchOf,
  write,
  type Files,
} from "./revisions-repository.ts";
import { setVariables } from "../../journal/test/scratch.ts";

let registry: Registry;
const { name: bun, program: bunProgram } = platformPackage("bun", thisMachine());

/** Programs that stand for package managers: they write how they were called, where node_modules would be. */
const native = (version: string) => `#!/bin/sh
if [ "$1" = --version ]; then echo ${version}; exit; fi
mkdir -p node_modules; echo "${version} $@" > node_modules/called
`;
const script = (version: string) => `#!/usr/bin/env node
const fs = require("fs");
const args = process.argv.slice(2);
if (args[0] === "--version") return console.log("${version}");
fs.mkdirSync("node_modules", { recursive: true });
const called = ["${version}", ...args, "ignore path", process.env.YARN_IGNORE_PATH];
fs.writeFileSync("node_modules/called", called.join(" ") + "\\n");
`;

before(async () => {
  registry = await startRegistry();
  const publish = (name: string, version: string, files: Files, more: object = {}) =>
    registry.publish({ manifest: { name, version, ...more }, files });
  const yarn = { bin: { yarn: "bin/yarn.js" } };
  for (const version of ["1.2.20", "1.4.5"]) {
    await publish(bun, version, { [bunProgram]: native(version) });
  }
  await publish(nativePnpm(thisMachine()), "12.21.0", { pnpm: native("12.21.0") });
  const pnpms = { bin: { pnpm: "bin/pnpm.cjs" } };
  await publish("pnpm", "9.15.9", { "bin/pnpm.cjs": script("9.15.9") }, pnpms);
  await publish("yarn", "1.22.22", { "bin/yarn.js": script("1.22.22") }, yarn);
  await publish("@yarnpkg/cli-dist", "4.18.1", { "bin/yarn.js": script("4.18.1") }, yarn);
  await publish("wants", "1.0.0", {}, { dependencies: { "not-there": "^2.0.0" } });
  await publish("leaf", "1.0.0", {});
});

after(() => registry.close());

/** Has nothing on PATH but what git and npm need, an npm that has seen nothing, and the registry on loopback. */
function scratchWithout(t: TestContext): string {
  const scratch = scratchOf(t);
  const programs = join(scratch, "bin");
  mkdirSync(programs);
  for (const name of ["git", "sh", "env", "npm", "mkdir"]) {
    const path = execFileSync("which", [name], { encoding: "utf8" }).trim();
    symlinkSync(path, join(programs, name));
  }
  symlinkSync(process.execPath, join(programs, "node"));
  setVariables(t, { PATH: programs, ...npmAsking(registry, scratch) });
  return scratch;
}

const manifest = (more: object = {}) => JSON.stringify({ dependencies: { leaf: "1" }, ...more });

const LOCKFILE = { "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" };

/** Checks out a repository with these files. `called` returns how the package manager was called. */
async function checkedOut(folder: string, files: Files, more = {}) {
  repositoryIn(folder, files);
  const options = optionsOf(folder, more);
  const there = await checkout(await requireRevision("main", folder), options);
  const called = () => calledIn(there.folder);
  return { there, notes: options.notes.join("\n"), called };
}

const calledIn = (folder: string) => readFileSync(join(folder, "node_modules/called"), "utf8");

function writeProgram(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

test("a package manager that is not on PATH comes from npm, in the version that the revision needs", async (t) => {
  const scratch = scratchWithout(t);
  const cases: [Files, called: string, taken: RegExp][] = [
    [
      { "package.json": manifest({ packageManager: "bun@1.2.20" }), "bun.lock": "{}" },
      "1.2.20 install --frozen-lockfile --ignore-scripts --backend=copyfile",
      /^bun is not on PATH: bun 1\.2\.20 is taken from npm$/m,
    ],
    [
      { "package.json": manifest(), "bun.lock": "{}" },
      "1.4.5 install --frozen-lockfile --ignore-scripts --backend=copyfile",
      /^bun is not on PATH: bun 1\.4\.5 is taken from npm$/m,
    ],
    [
      { "package.json": manifest(), ...LOCKFILE },
      "12.21.0 install --frozen-lockfile --ignore-scripts",
      /^pnpm is not on PATH: pnpm 12\.21\.0 is taken from npm$/m,
    ],
    [
      {
        "package.json": manifest({
          devEngines: { packageManager: { name: "pnpm", version: "^9.1" } },
        }),
        ...LOCKFILE,
      },
      "9.15.9 install --frozen-lockfile --ignore-scripts ignore path 1",
      /^pnpm is not on PATH: pnpm \^9\.1 is taken from npm$/m,
    ],
    [
      { "package.json": manifest(), "yarn.lock": "# yarn lockfile v1\n" },
      "1.22.22 install --frozen-lockfile --ignore-scripts --non-interactive ignore path 1",
      /^yarn is not on PATH: yarn 1\.22\.22 is taken from npm$/m,
    ],
    [
      { "package.json": manifest(), "yarn.lock": "__metadata:\n  version: 10\n" },
      "4.18.1 install --immutable --mode=skip-build ignore path 1",
      /^yarn is not on PATH: yarn 4\.18\.1 is taken from npm$/m,
    ],
  ];
  // One version of each manager: of bun and yarn the first and the last, of pnpm the range. `test:faults` takes all.
  const some = process.env.ALL_CASES ? cases : [0, 3, 5].map((i) => cases[i] ?? assert.fail());
  for (const [i, [files, called, taken]] of some.entries()) {
    const found = await checkedOut(join(scratch, `repository-${i}`), files);
    assert.equal(found.called(), `${called}\n`);
    assert.match(found.notes, taken);
  }
});

test("--setup finds the package manager that came from npm, and --offline reaches it", async (t) => {
  const scratch = scratchWithout(t);
  const tools = [
    ["pnpm-lock.yaml", "lockfileVersion: '9.0'\n", "pnpm", "12.21.0"],
    ["bun.lock", "{}", "bun", "1.4.5"],
    ["yarn.lock", "# yarn lockfile v1\n", "yarn", "1.22.22"],
  ] as const;
  for (const [lockfile, content, tool, version] of process.env.ALL_CASES
    ? tools
    : tools.slice(0, 1)) {
    const setup = `${tool} --version > version.txt`;
    const files = { "package.json": manifest(), [lockfile]: content };
    const folder = join(scratch, tool);
    const { there } = await checkedOut(folder, files, { setup });
    assert.equal(readFileSync(join(there.folder, "version.txt"), "utf8"), `${version}\n`);
    write(folder, { "more.txt": "" });
    commitAll(folder, "second");
    registry.down = true;
    const main = await requireRevision("main", folder);
    const offline = await checkout(main, optionsOf(folder, { offline: true }));
    registry.down = false;
    assert.match(calledIn(offline.folder), new RegExp(`^${version} install .*--offline`));
  }
});

test("a package manager on PATH is used if its version fits, and replaced if it does not", async (t) => {
  const scratch = scratchWithout(t);
  writeProgram(join(scratch, "bin/pnpm"), native("10.4.0"));
  const own = await checkedOut(join(scratch, "own"), { "package.json": manifest(), ...LOCKFILE });
  assert.match(own.notes, /pnpm 10\.4\.0 install/);
  const files = { "package.json": manifest({ packageManager: "pnpm@12.21.0" }), ...LOCKFILE };
  const other = await checkedOut(join(scratch, "other"), files);
  assert.match(
    other.notes,
    /^pnpm 10\.4\.0 on PATH does not fit .*: pnpm 12\.21\.0 is taken from npm$/m,
  );
  assert.match(other.called(), /^12\.21\.0 /);
});

test("a revision is not installed if a link would let the install write elsewhere", async (t) => {
  const scratch = scratchWithout(t);
  const outside = join(scratch, "outside");
  write(outside, { "kept.txt": "kept", "package.json": manifest() });
  const links: [path: string, target: string][] = [
    ["node_modules", outside],
    ["package-lock.json", join(outside, "package-lock.json")],
    ["packages/one", outside],
  ];
  for (const [i, [path, target]] of links.entries()) {
    const folder = join(scratch, `linking-${i}`);
    repositoryIn(folder, { "package.json": manifest(), "packages/readme.md": "" });
    rmSync(join(folder, path), { force: true });
    symlinkSync(target, join(folder, path));
    commitAll(folder, "link");
    const main = await requireRevision("main", folder);
    await assert.rejects(checkout(main, optionsOf(folder)), (error: Error) => {
      assert.match(error.message, new RegExp(`: ${path} is a link that leads out of the checkout`));
      return error.name === "EnvironmentError";
    });
    assert.deepEqual(readdirSync(outside).toSorted(), ["kept.txt", "package.json"]);
  }
});

test("an install gets neither a secret of the environment nor a package from git", async (t) => {
  const scratch = scratchWithout(t);
  const saw = join(scratch, "saw");
  writeProgram(
    join(scratch, "bin/pnpm"),
    `#!/bin/sh\nif [ "$1" = --version ]; then echo 10.4.0; exit; fi\nmkdir node_modules; env > "${saw}"\n`,
  );
  writeFileSync(join(scratch, "npmrc"), "//127.0.0.1/:_authToken=${OWN_REGISTRY}\n");
  setVariables(t, { A_SECRET: "seen", GITHUB_TOKEN: "seen", OWN_REGISTRY: "kept" });
  const { notes } = await checkedOut(join(scratch, "environment"), {
    ".pnpmfile.cjs": "",
    "package.json": manifest(),
    ".npmrc": "//127.0.0.1/:_authToken=${A_SECRET}\n",
    ...LOCKFILE,
  });
  assert.match(notes, /^main: pnpm runs \.pnpmfile\.cjs of this revision/m);
  const environment = readFileSync(saw, "utf8");
  assert.doesNotMatch(environment, /seen/);
  assert.match(environment, /^OWN_REGISTRY=kept$/m);
  assert.match(environment, /^npm_config_registry=/m);

  // Nobody asks git: not even npm 10, which would clone what a dependency depends on.
  const packages = {
    "": { dependencies: { leaf: "1" } },
    "node_modules/leaf": { version: "1.0.0", dependencies: { deep: "*" } },
    "node_modules/deep": {
      version: "1.0.0",
      resolved: `git+file://${scratch}/deep#${"0".repeat(40)}`,
    },
  };
  const files = {
    "package.json": manifest(),
    "package-lock.json": JSON.stringify({ lockfileVersion: 3, packages }),
  };
  await assert.rejects(checkedOut(join(scratch, "deep-git"), files), {
    name: "UsageError",
    message: /^deep of main would come from git/,
  });
});

test("a revision cannot replace git, neither by its .npmrc nor by its node_modules", async (t) => {
  const scratch = scratchWithout(t);
  const dependency = repositoryIn(join(scratch, "dependency"), {
    "package.json": JSON.stringify({ name: "dependency", version: "1.0.0" }),
  });
  const id = git(dependency, "rev-parse", "HEAD");
  const from = `git+file://${dependency}`;
  const trace = join(scratch, "trace");
  const evil = `#!/bin/sh\necho ran > "${trace}"\nexec git "$@"\n`;
  const folder = join(scratch, "repository");
  repositoryIn(folder, {
    ".npmrc": "git=./evil.sh\n",
    "evil.sh": evil,
    "node_modules/.bin/git": evil,
    "package.json": JSON.stringify({ name: "app", dependencies: { dependency: from } }),
    "package-lock.json": JSON.stringify({
      name: "app",
      lockfileVersion: 3,
      packages: {
        "": { name: "app", dependencies: { dependency: from } },
        "node_modules/dependency": { version: "1.0.0", resolved: `${from}#${id}` },
      },
    }),
  });
  for (const name of ["evil.sh", "node_modules/.bin/git"]) chmodSync(join(folder, name), 0o755);
  commitAll(folder, "executable");
  // npm 12 takes nothing from git unless told to; what counts is what was started.
  await checkout(await requireRevision("main", folder), optionsOf(folder)).catch(() => null);
  assert.equal(existsSync(trace), false);
});

test("a dependency that is gone: the first sentences say what helps, then come npm's words", async (t) => {
  const scratch = scratchWithout(t);
  const files = { "package.json": JSON.stringify({ dependencies: { wants: "1" } }) };
  const folder = join(scratch, "repository");
  await assert.rejects(checkedOut(folder, files), (error: Error) => {
    assert.ok(error instanceof EnvironmentError);
    const [first, second, ...words] = error.message.split("\n");
    assert.match(
      first ?? "",
      /^dependencies of main could not be installed\. .* --setup "npm install --omit=dev"\.$/,
    );
    assert.match(second ?? "", /^npm install .* says: exit code 1$/);
    assert.match(words.join("\n"), /E404[^]*not-there/);
    return true;
  });
  assert.equal(git(folder, "worktree", "list").split("\n").length, 1);

  const main = await requireRevision("main", folder);
  const setup = "test ! -e node_modules && echo done > built";
  const options = optionsOf(folder, { setup });
  const there = await checkout(main, options);
  assert.ok(existsSync(join(there.folder, "built")));
  assert.match(options.notes.join("\n"), /not-there.*[^]*--setup is run instead/);
  const failing = checkout(main, optionsOf(folder, { setup: "echo no; exit 1" }));
  await assert.rejects(
    failing,
    /^EnvironmentError: --setup failed .*[^]*dependencies of main could not be installed/,
  );

  registry.down = true;
  await assert.rejects(checkout(main, optionsOf(folder, { setup: "true" })), (error: Error) => {
    assert.match(error.message, /^dependencies of main .*\. See that it works/);
    return true;
  });
  registry.down = false;
});
