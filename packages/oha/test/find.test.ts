import assert from "node:assert/strict";
import { chmod, mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { cachePaths } from "../src/obtain/cache.ts";
import { findOha, OhaUnavailableError } from "../src/index.ts";
import { search, type Releases } from "../src/obtain/find.ts";
import { askVersion, refuseVersion } from "../src/version.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";
import { emptyEnvironment, fakeOha, script } from "./helpers.ts";

const platform = `${process.platform}-${process.arch}`;
const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

test("OHA_BIN comes first", async (t) => {
  const { home, env } = emptyEnvironment(t);
  const path = await fakeOha(join(home, "mine", "oha"), "1.17.2");
  const onPath = await fakeOha(join(home, "bin", "oha"), "1.16.0");
  const PATH = `${join(onPath, "..")}:${env.PATH}`;
  const { oha } = await findOha({ env: { ...env, PATH, OHA_BIN: path } });
  assert.deepEqual(oha, { path, version: "1.17.2", source: "OHA_BIN", sha256: sha256(path) });
});

test("an unusable OHA_BIN is an error, even if another oha is installed", async (t) => {
  const { home, env } = emptyEnvironment(t);
  await fakeOha(join(home, "bin", "oha"), "1.16.0");
  const PATH = `${join(home, "bin")}:${env.PATH}`;
  const plain = await script(join(home, "plain"), "not a program");
  await chmod(plain, 0o644);
  const cases: [string, RegExp][] = [
    [join(home, "missing"), /does not exist/],
    [home, /is not a file/],
    [plain, /cannot be run \(EACCES\)/],
    [await script(join(home, "broken"), "\u007fELF nonsense"), /cannot be run/],
    [
      await script(join(home, "other"), "#!/bin/sh\necho hey 0.1.4\n"),
      /does not print a version of oha/,
    ],
    [await script(join(home, "fails"), "#!/bin/sh\nexit 3\n"), /exit code 3/],
    [
      await fakeOha(join(home, "old"), "1.13.0"),
      /oha 1\.13\.0 at .*old is too old: need >= 1\.16\.0, the first with --worker-threads/,
    ],
    [await fakeOha(join(home, "older"), "1.15.9"), /1\.15\.9 .*too old.* >= 1\.16\.0/],
  ];
  for (const [OHA_BIN, message] of cases) {
    await assert.rejects(findOha({ env: { ...env, PATH, OHA_BIN } }), (error: unknown) => {
      assert.ok(error instanceof OhaUnavailableError);
      assert.match(error.message, /^OHA_BIN cannot be used: /);
      assert.match(error.message, message);
      return /unset it/.test(error.message);
    });
  }
});

test("a usable oha on PATH is used, and an old one is skipped", async (t) => {
  const { home, env } = emptyEnvironment(t);
  const old = await fakeOha(join(home, "old", "oha"), "1.13.0");
  await mkdir(join(home, "directory", "oha"), { recursive: true });
  await mkdir(join(home, "link"));
  await symlink(old, join(home, "link", "oha"));
  const fits = await fakeOha(join(home, "fits", "oha"), "1.16.1");
  const directories = ["directory", "old", "link", "fits"].map((name) => join(home, name));
  const found = await findOha({ env: { ...env, PATH: ["", ".", ...directories].join(":") } });
  assert.equal(found.oha?.path, fits);
  assert.equal(found.oha.source, "PATH");
  assert.equal(found.attempts.length, 1);
  assert.match(found.attempts[0] ?? "", /oha 1\.13\.0 at .*old.oha is too old.*: skipped$/);
});

test("the cache comes last, and may be empty", async (t) => {
  const { env } = emptyEnvironment(t);
  const nothing = await findOha({ env });
  assert.equal(nothing.oha, null);
  assert.match(nothing.attempts.join("\n"), /no oha on PATH\nthere is no oha in the cache at /);
  const { binary, built } = cachePaths(env);
  await fakeOha(binary, "1.16.0");
  await script(built, `${sha256(binary)}\n`);
  const { oha } = await findOha({ env });
  assert.deepEqual(oha, {
    path: binary,
    version: "1.16.0",
    source: "cache",
    sha256: sha256(binary),
  });
});

test("a damaged cache is not used", async (t) => {
  const { env } = emptyEnvironment(t);
  const { binary, built } = cachePaths(env);
  const attempt = async (releases: Releases = {}) => {
    const found = await search({ env }, releases);
    return found.oha === null ? found.attempts.at(-1) : found.oha.version;
  };
  const release = () => ({ [platform]: { url: "", sha256: sha256(binary) } });
  await fakeOha(binary, "1.15.0");
  assert.match((await attempt(release())) ?? "", /damaged: oha 1\.15\.0 .* too old/);
  await fakeOha(binary, "1.17.0");
  assert.match((await attempt(release())) ?? "", /is oha 1\.17\.0, not 1\.16\.0/);
  await fakeOha(binary, "1.16.0");
  assert.equal(await attempt(release()), "1.16.0");
  await script(built, `${sha256(binary)}\n`);
  assert.equal(await attempt(), "1.16.0");
  const had = release();
  await truncate(binary, 4);
  for (const releases of [{}, had]) {
    assert.match((await attempt(releases)) ?? "", /cache is damaged: .* is neither the release/);
  }
});

test("a program that somebody has put into the cache is not started, whatever lies beside it", async (t) => {
  const { home, env } = emptyEnvironment(t);
  const { binary, root, built } = cachePaths(env);
  await script(binary, `#!/bin/sh\ntouch ${join(home, "started")}\necho "oha 1.16.0"\n`);
  await writeFile(join(root, "sha256"), `${sha256(binary)}\n`);
  const refused = async () => {
    for (const { oha, attempts } of [await findOha({ env }), await search({ env }, {})]) {
      assert.equal(oha, null);
      assert.match(attempts.at(-1) ?? "", /neither the release of oha 1\.16\.0 nor the oha that/);
    }
    assert.equal(existsSync(join(home, "started")), false);
  };
  await refused();
  // The hash is that of another build, then there is none.
  for (const text of [`${"0".repeat(64)}\n`, "", "undefined"]) {
    await script(built, text);
    await refused();
  }
  await rm(binary);
  await mkdir(binary);
  await refused();
});

test("a program that hangs on --version is not waited for", async (t) => {
  const path = await script(join(temporaryFolder(t), "oha"), "#!/bin/sh\nexec sleep 60\n");
  const started = performance.now();
  const answer = await askVersion(path, { timeoutSeconds: 0.3 });
  assert.deepEqual(answer, { problem: "does not answer to --version" });
  const signal = AbortSignal.timeout(200);
  await assert.rejects(askVersion(path, { signal }), { name: "TimeoutError" });
  assert.ok(performance.now() - started < 3000);
});

test("versions compare by number", () => {
  assert.match(refuseVersion("1.9.0", "/x") ?? "", /too old/);
  for (const fits of ["1.16.0", "1.20.3", "2.0.0"]) {
    assert.equal(refuseVersion(fits, "/x"), null);
  }
});

test("the cache keeps its known paths", { skip: process.platform !== "linux" }, () => {
  // The fallback reads the environment of this process.
  delete process.env.XDG_CACHE_HOME;
  const binary = join("oha-1.16.0", "bin", "oha");
  for (const [env, folder] of [
    [{}, join(homedir(), ".cache", "deadheat")],
    [{ XDG_CACHE_HOME: "relative" }, join(homedir(), ".cache", "deadheat")],
    [{ XDG_CACHE_HOME: "/y" }, "/y/deadheat"],
    [{ XDG_CACHE_HOME: "/y", DEADHEAT_CACHE: "/z" }, "/z"],
    [{ XDG_CACHE_HOME: "/y", DEADHEAT_CACHE: "relative" }, "/y/deadheat"],
  ] as const) {
    assert.equal(cachePaths(env).binary, join(folder, binary));
  }
});
