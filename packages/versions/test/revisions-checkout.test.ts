import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { Interrupted } from "@deadheat/journal";
import { isolation, wantIsolation } from "@deadheat/measure";
import { checkout } from "../src/revisions/checkout.ts";
import { placeFile } from "../src/revisions/links.ts";
import { requireRevision } from "../src/git/commit.ts";
import { commitOfWorkingTree } from "../src/git/working-tree.ts";
import { removeWorktree } from "../src/revisions/worktree.ts";
import {
  clean,
  dirty,
  git,
  optionsOf,
  repositoryIn,
  scratchOf,
  stateOf,
  write,
} from "./revisions-repository.ts";
import { setVariables } from "../../journal/test/scratch.ts";

const pnpmWorkspace = {
  ".gitignore": "node_modules\n",
  "package.json": JSON.stringify({ private: true, packageManager: "pnpm@12.21.0" }),
  "pnpm-workspace.yaml": "packages: [packages/*, bench]\n",
  "packages/framework/package.json": JSON.stringify({ name: "framework", main: "index.cjs" }),
  "packages/framework/index.cjs": "module.exports = 'base';",
  "bench/package.json": JSON.stringify({
    name: "bench",
    dependencies: { framework: "workspace:*" },
  }),
  "bench/app.cjs": "console.log(require('framework'), require.resolve('framework'));",
  "pnpm-lock.yaml": `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .: {}

  bench:
    dependencies:
      framework:
        specifier: workspace:*
        version: link:../packages/framework

  packages/framework: {}
`,
};

/** Returns what a program of a checkout prints. */
function run(cwd: string, file: string): string {
  return execFileSync(process.execPath, [file], { cwd, encoding: "utf8" }).trim();
}

test("in a pnpm workspace each side loads its own linked package", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), pnpmWorkspace);
  write(folder, { "packages/framework/index.cjs": "module.exports = 'head';" });
  const bench = join(folder, "bench");
  const options = optionsOf(bench);
  const base = await checkout(await requireRevision("main", bench), options);
  const head = await checkout(await commitOfWorkingTree(bench), options);
  assert.match(
    options.notes.join("\n"),
    /pnpm 12\.21\.0 install --frozen-lockfile --ignore-scripts/,
  );
  for (const [side, says] of [
    [base, "base"],
    [head, "head"],
  ] as const) {
    const framework = join(side.folder, "packages/framework/index.cjs");
    assert.equal(realpathSync(side.folder), side.folder);
    assert.equal(side.cwd, join(side.folder, "bench"));
    assert.equal(run(side.cwd, "app.cjs"), `${says} ${framework}`);
  }
  // The newer side's app in the base imports the framework of the base.
  write(bench, { "app.cjs": "console.log('new app', require('framework'));" });
  const newer = await checkout(await commitOfWorkingTree(bench), options);
  const placed = placeFile(join(newer.cwd, "app.cjs"), "bench/app.cjs", base.folder);
  assert.match(placed.slice(base.cwd.length), /^\/\.deadheat-[0-9a-f]{12}\.cjs$/);
  assert.equal(run(base.cwd, placed), "new app base");
  assert.equal(placeFile(join(newer.cwd, "app.cjs"), "bench/app.cjs", base.folder), placed);
  const same = placeFile(join(head.cwd, "app.cjs"), "bench/app.cjs", base.folder);
  assert.equal(same, join(base.cwd, "app.cjs"));
  // A revision may have a link in the place of the file, also one whose content has no end.
  rmSync(join(base.cwd, "app.cjs"));
  symlinkSync("/dev/zero", join(base.cwd, "app.cjs"));
  assert.equal(placeFile(join(newer.cwd, "app.cjs"), "bench/app.cjs", base.folder), placed);
});

/** An npm project with a package that has an install script. */
const npmProject = {
  ...clean,
  "package.json": JSON.stringify({ dependencies: { framework: "file:framework" } }),
  "package-lock.json": JSON.stringify({
    lockfileVersion: 3,
    packages: {
      "": { dependencies: { framework: "file:framework" } },
      framework: { version: "1.0.0", hasInstallScript: true },
      "node_modules/framework": { resolved: "framework", link: true },
    },
  }),
  "framework/package.json": JSON.stringify({
    name: "framework",
    version: "1.0.0",
    scripts: {
      install: "node -e \"require('fs').writeFileSync('script-ran', process.env.RUNS_ON || '')\"",
    },
  }),
  "bench/server.mjs": "",
};

test("a checkout is reused for the same setup and scripts, and scripts run by name only", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), npmProject);
  dirty(folder);
  const before = stateOf(folder);
  const main = await requireRevision("main", folder);
  const cwd = join(folder, "bench");

  const setup = "pwd >> ../setups";
  // One of the two waits for the other.
  const [first, twin] = await Promise.all(
    [1, 2].map(() => checkout(main, optionsOf(cwd, { setup }))),
  );
  assert.ok(first !== undefined);
  assert.equal(twin?.folder, first.folder);
  assert.equal(first.name, main.name);
  assert.equal(first.commit, git(folder, "rev-parse", "HEAD"));
  assert.ok(existsSync(join(first.folder, "node_modules/framework/package.json")));
  assert.equal(existsSync(join(first.folder, "framework/script-ran")), false);
  assert.equal(readFileSync(join(first.folder, "setups"), "utf8"), `${first.cwd}\n`);

  const again = optionsOf(cwd, { setup });
  assert.equal((await checkout(main, again)).folder, first.folder);
  assert.deepEqual(again.notes, []);
  assert.equal(readFileSync(join(first.folder, "setups"), "utf8"), `${first.cwd}\n`);

  const other = await checkout(main, optionsOf(cwd, { allowScripts: ["framework"] }));
  assert.notEqual(other.folder, first.folder);
  assert.ok(existsSync(join(other.folder, "framework/script-ran")));
  assert.equal(existsSync(join(other.folder, "setups")), false);

  // Addons fit only the Node that compiled them.
  const path = join(cwd, "../../own/node");
  write(dirname(path), { node: `#!/bin/sh\nRUNS_ON=own exec "${process.execPath}" "$@"` });
  chmodSync(path, 0o755);
  const runtime = { path, version: process.versions.node };
  const own = await checkout(main, optionsOf(cwd, { allowScripts: ["framework"], runtime }));
  assert.notEqual(own.folder, other.folder);
  assert.equal(readFileSync(join(own.folder, "framework/script-ran"), "utf8"), "own");

  assert.equal(existsSync(join(folder, "TRACE")), false);
  assert.deepEqual(stateOf(folder), before);
});

test("an incomplete checkout, or one that git has forgotten, is made again", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), clean);
  const main = await requireRevision("main", folder);
  const first = await checkout(main, optionsOf(folder));
  const made = async () => {
    const options = optionsOf(folder);
    assert.equal((await checkout(main, options)).folder, first.folder);
    return options.notes.length > 0;
  };
  assert.equal(await made(), false);
  write(first.folder, { "rest.txt": "" });
  rmSync(join(first.folder, "../deadheat.json"));
  assert.equal(await made(), true);
  assert.equal(existsSync(join(first.folder, "rest.txt")), false);
  rmSync(join(folder, ".git/worktrees"), { recursive: true });
  assert.equal(await made(), true);
  rmSync(join(first.folder, ".."), { recursive: true });
  assert.equal(await made(), true);
  assert.equal(git(folder, "worktree", "list").split("\n").length, 2);
});

const plants: Readonly<Record<string, (tree: string) => void>> = {
  "a server's file was edited": (tree) => write(tree, { "server.mjs": "planted" }),
  "a file was deleted": (tree) => rmSync(join(tree, "server.mjs")),
  "a file was edited behind git's back": (tree) => {
    git(tree, "update-index", "--assume-unchanged", "server.mjs");
    write(tree, { "server.mjs": "planted" });
  },
  "a package was edited, and its times were put back": (tree) => {
    const path = join(tree, "node_modules/dep/index.js");
    const { atime, mtime } = statSync(path);
    write(tree, { "node_modules/dep/index.js": "2" });
    utimesSync(path, atime, mtime);
  },
  "a file was edited, and put back": (tree) => {
    write(tree, { "server.mjs": "planted" });
    write(tree, { "server.mjs": "right" });
  },
  "a file that the setup has built was edited": (tree) => write(tree, { "dist/main.js": "2" }),
  "code was added beside code": (tree) => write(tree, { "dist/main.mjs": "2" }),
  "a file was added to a package": (tree) => write(tree, { "node_modules/dep/more.js": "" }),
};
for (const [name, plant] of Object.entries(plants)) {
  test(`without isolation, a checkout is made again and says so: ${name}`, async (t) => {
    wantIsolation(false);
    t.after(() => wantIsolation(true));
    const files = { "server.mjs": "right" };
    const folder = repositoryIn(join(scratchOf(t), "repository"), files);
    const main = await requireRevision("main", folder);
    const options = () => ({
      ...optionsOf(folder),
      setup:
        "mkdir -p node_modules/dep dist && printf 1 | tee dist/main.js > node_modules/dep/index.js",
    });
    const first = await checkout(main, options());
    const own = ["cache/of-a-server.txt", "cache/compiled.js", "node_modules/.cache/x"];
    for (const path of own) write(first.folder, { [path]: "" });
    assert.equal(await first.isUnchanged(), true);
    plant(first.folder);
    assert.equal(await first.isUnchanged(), false);
    const again = options();
    const second = await checkout(main, again);
    assert.equal(second.folder, first.folder);
    assert.match(
      again.notes.join("\n"),
      /^main: files of its checkout have changed since it was made/,
    );
    assert.equal(readFileSync(join(second.folder, "server.mjs"), "utf8"), "right");
    for (const path of ["node_modules/dep/index.js", "dist/main.js"]) {
      assert.equal(readFileSync(join(second.folder, path), "utf8"), "1");
    }
    assert.equal(existsSync(join(second.folder, "dist/main.mjs")), false);
    assert.equal(await second.isUnchanged(), true);
  });
}

test("the user's folder is the same in a checkout, or the nearest one that the commit has", async (t) => {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), { "a/b.txt": "" });
  const main = await requireRevision("main", folder);
  mkdirSync(join(folder, "a/new/deep"), { recursive: true });
  const there = await checkout(main, optionsOf(join(folder, "a/new/deep")));
  assert.equal(there.cwd, join(there.folder, "a"));
  // A worktree of the user's belongs to the same repository.
  git(folder, "worktree", "add", "--quiet", "--detach", join(scratch, "linked"));
  assert.equal((await checkout(main, optionsOf(join(scratch, "linked/a")))).cwd, there.cwd);
});

test("in a hook of another repository, checkout and setup see the right repository", async (t) => {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), clean);
  const other = repositoryIn(join(scratch, "other"), { "other.txt": "" });
  const before = [stateOf(folder), stateOf(other)];
  const variables = { GIT_DIR: join(other, ".git"), GIT_INDEX_FILE: join(other, ".git/index") };
  Object.assign(process.env, variables);
  try {
    const main = await requireRevision("main", folder);
    const setup = "git ls-files > listed.txt && git rev-parse --show-toplevel >> listed.txt";
    const there = await checkout(main, optionsOf(folder, { setup }));
    const listed = readFileSync(join(there.folder, "listed.txt"), "utf8").trim().split("\n");
    assert.deepEqual(listed, [...Object.keys(clean).toSorted(), there.folder]);
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
  assert.deepEqual([stateOf(folder), stateOf(other)], before);
});

test("a submodule has its worktrees beside its own repository", async (t) => {
  const scratch = scratchOf(t);
  const inner = repositoryIn(join(scratch, "inner"), { "a.txt": "" });
  const outer = repositoryIn(join(scratch, "outer"), { "outer.txt": "" });
  git(outer, "submodule", "add", "--quiet", inner, "sub");
  const sub = join(outer, "sub");
  write(sub, { "a.txt": "changed" });
  const before = git(outer, "status", "--porcelain=v2");
  const there = await checkout(await commitOfWorkingTree(sub), optionsOf(sub));
  assert.equal(readFileSync(join(there.folder, "a.txt"), "utf8"), "changed");
  assert.equal(git(outer, "status", "--porcelain=v2"), before);
  assert.equal(git(sub, "worktree", "list").split("\n").length, 2);
  await removeWorktree(join(there.folder, ".."), realpathSync(join(outer, ".git/modules/sub")));
  assert.equal(git(sub, "worktree", "list").split("\n").length, 1);
  assert.equal(git(sub, "rev-parse", "--show-toplevel"), sub);
});

test("a failed checkout says why and what to do, and leaves nothing behind", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), npmProject);
  const main = await requireRevision("main", folder);
  const setup = "echo first; echo no such target >&2; exit 3";
  await assert.rejects(checkout(main, optionsOf(folder, { setup })), {
    name: "EnvironmentError",
    message: /^--setup failed for main on Node [\d.]+: exit code 3[^]*\nfirst\nno such target$/,
  });
  assert.equal(git(folder, "worktree", "list").split("\n").length, 1);

  write(folder, { "package.json": JSON.stringify({ dependencies: { other: "file:other" } }) });
  const broken = await commitOfWorkingTree(folder);
  await assert.rejects(checkout(broken, optionsOf(folder)), {
    name: "EnvironmentError",
    message:
      /^dependencies of tree .*\. Commit a lockfile that fits .* --setup "npm install --omit=dev"\.\n[^]*EUSAGE/,
  });

  write(folder, { "yarn.lock": "# yarn lockfile v1\n" });
  await assert.rejects(checkout(await commitOfWorkingTree(folder), optionsOf(folder)), {
    name: "UsageError",
    message: /lockfiles of npm and yarn in its root\. Name .*"packageManager"/,
  });
});

const isolated = { skip: (await isolation()).mode === "none" && "no namespaces here" };
const written: Readonly<Record<string, (tree: string) => void>> = {
  "a template was edited": (tree) => write(tree, { "page.tpl": "planted" }),
  "data were added beside data": (tree) => write(tree, { "data/rows.js": "planted" }),
  "a cache was filled": (tree) => write(tree, { "node_modules/.cache/x": "planted" }),
  "a package was put above the tree": (tree) => write(tree, { "../node_modules/x/index.js": "" }),
};
for (const [name, plant] of Object.entries(written)) {
  test(
    `isolated servers change nothing, so a checkout is made again: ${name}`,
    isolated,
    async (t) => {
      const files = { "page.tpl": "right", "data/rows.json": "[]" };
      const folder = repositoryIn(join(scratchOf(t), "repository"), files);
      const main = await requireRevision("main", folder);
      const first = await checkout(main, optionsOf(folder));
      assert.equal(await first.isUnchanged(), true);
      plant(first.folder);
      assert.equal(await first.isUnchanged(), false);
      const again = await checkout(main, optionsOf(folder));
      assert.equal(await again.isUnchanged(), true);
      assert.equal(readFileSync(join(again.folder, "page.tpl"), "utf8"), "right");
    },
  );
}

test(
  "a setup changes its own checkout, and neither others nor what deadheat keeps",
  isolated,
  async (t) => {
    const folder = repositoryIn(join(scratchOf(t), "repository"), clean);
    write(folder, { "second.txt": "" });
    git(folder, "add", "second.txt");
    git(folder, "commit", "--quiet", "-m", "second");
    const base = await checkout(await requireRevision("HEAD~1", folder), optionsOf(folder));
    const entry = dirname(base.folder);
    const files = [
      `${entry}/tree/planted`,
      `${entry}/deadheat.json`,
      `${folder}/.git/refs/heads/planted`,
    ];
    const tries = files.map(
      (file) => `(echo planted > ${file}) 2> /dev/null || echo ${basename(file)} >> safe`,
    );
    const setup = `${tries.join("; ")}; setsid sleep 6${process.pid} > /dev/null 2>&1 & sleep 0.1`;
    const next = await checkout(
      await requireRevision("HEAD", folder),
      optionsOf(folder, { setup }),
    );
    assert.equal(
      readFileSync(join(next.folder, "safe"), "utf8"),
      "planted\ndeadheat.json\nplanted\n",
    );
    assert.equal(await base.isUnchanged(), true);
    assert.deepEqual(running(`6${process.pid}`), []);
  },
);

test(
  "a hook of an install changes neither other checkouts nor the repository",
  isolated,
  async (t) => {
    const scratch = scratchOf(t);
    const files = { ...clean, "package.json": JSON.stringify({ packageManager: "pnpm@12.21.0" }) };
    const folder = repositoryIn(join(scratch, "repository"), files);
    const base = await checkout(await requireRevision("main", folder), optionsOf(folder));
    write(folder, { "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" });
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "-m", "hook");
    const planted = [`${base.folder}/planted`, `${folder}/.git/refs/heads/planted`];
    const tries = planted.map((file) => `(echo planted > ${file}) 2> /dev/null`).join("; ");
    const hook = `[ "$1" = --version ] && echo 12.21.0 && exit; mkdir node_modules; ${tries}; exit 0`;
    write(scratch, { "bin/pnpm": `#!/bin/sh\n${hook}\n` });
    chmodSync(join(scratch, "bin/pnpm"), 0o755);
    setVariables(t, { PATH: `${join(scratch, "bin")}:${process.env.PATH}` });
    const next = await checkout(await requireRevision("main", folder), optionsOf(folder));
    assert.ok(existsSync(join(next.folder, "node_modules")));
    assert.deepEqual(
      planted.filter((file) => existsSync(file)),
      [],
    );
  },
);

/** Returns the processes whose command has this word. */
function running(word: string): string[] {
  const pids = readdirSync("/proc").filter(Number);
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word);
    } catch {
      return false;
    }
  });
}

test("an abort ends the setup and its children, and removes the checkout", async (t) => {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), clean);
  const main = await requireRevision("main", folder);
  const controller = new AbortController();
  const started = join(scratch, "started");
  const setup = `sleep 7${process.pid} & echo $! > ${started}; wait`;
  const making = checkout(main, optionsOf(folder, { setup, signal: controller.signal }));
  const poll = setInterval(() => {
    if (existsSync(started) && readFileSync(started, "utf8") !== "") controller.abort();
  }, 10);
  await assert.rejects(making, Interrupted).finally(() => clearInterval(poll));
  if (process.platform === "linux") assert.deepEqual(running(`7${process.pid}`), []);
  else assert.throws(() => process.kill(Number(readFileSync(started, "utf8")), 0));
  assert.equal(git(folder, "worktree", "list").split("\n").length, 1);
});

test("without a lockfile, the newest versions that fit are installed and a note says so", async (t) => {
  const { "package-lock.json": _, ...unlocked } = npmProject;
  const folder = repositoryIn(join(scratchOf(t), "repository"), unlocked);
  const options = optionsOf(join(folder, "bench"));
  const there = await checkout(await requireRevision("main", folder), options);
  assert.match(options.notes.join("\n"), /has no lockfile: the newest versions that fit/);
  assert.ok(existsSync(join(there.folder, "node_modules/framework/package.json")));
  assert.equal(git(there.folder, "status", "--porcelain"), "?? node_modules/");
});
