// The release server is a real HTTP server on 127.0.0.1 that serves a stand-in for oha. A script replaces cargo: it
// checks its arguments and installs a stand-in for oha. (The real build takes minutes.)
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { cachePaths } from "../src/obtain/cache.ts";
import { findOha, OhaUnavailableError } from "../src/index.ts";
import { obtainWith } from "../src/obtain/obtain.ts";
import type { Settings } from "../src/obtain/way.ts";
import { RELEASES } from "../src/obtain/releases.ts";
import { emptyEnvironment, fakeOha, isAlive, script, serve } from "./helpers.ts";

const obtain = new URL("../src/obtain/obtain.ts", import.meta.url).href;
const BINARY = `#!/bin/sh\necho "oha 1.16.0"\n# ${"padding ".repeat(20_000)}\n`;
const SHA256 = createHash("sha256").update(BINARY).digest("hex");
const NO_RELEASE: Settings = { releases: {}, pollSeconds: 0.02 };

/** Returns a home without oha, and the progress lines so far. */
function newcomer(t: TestContext) {
  const { home, env } = emptyEnvironment(t);
  const lines: string[] = [];
  const paths = cachePaths(env);
  /** Returns the names in the cache besides the empty lock file that some systems need. */
  const cached = async () =>
    (await readdir(paths.base)).filter((name) => name !== "oha-1.16.0.lock.db");
  return { home, env, lines, paths, cached, onProgress: (line: string) => lines.push(line) };
}

async function releaseServer(
  t: TestContext,
  handler: RequestListener,
  sha256 = SHA256,
): Promise<Settings> {
  const url = `${await serve(t, handler)}/oha`;
  const releases = { [`${process.platform}-${process.arch}`]: { url, sha256 } };
  return { releases, stallSeconds: 0.5, pollSeconds: 0.02 };
}

/** Installs the stand-in for cargo in `~/.cargo/bin`. */
async function fakeCargo(home: string, build: string): Promise<void> {
  const check =
    'if [ "$1 $2 $3 $4 $5 $6" != "install oha --version 1.16.0 --locked --root" ]; then exit 99; fi';
  await script(join(home, ".cargo", "bin", "cargo"), `#!/bin/sh\n${check}\nroot=$7\n${build}\n`);
}

const BUILD = `
echo "    Updating the index" >&2
mkdir -p "$CARGO_TARGET_DIR/release" "$root/bin"
sleep 0.3
printf '#!/bin/sh\\necho "oha 1.16.0"\\n' > "$root/bin/oha"
chmod +x "$root/bin/oha"
echo "$PWD" > "$root/cwd"`;

test("releases have hashes, and URLs of the wanted version", () => {
  for (const [platform, { url, sha256 }] of Object.entries(RELEASES)) {
    assert.match(platform, /^(?:linux|darwin)-(?:x64|arm64)$/);
    assert.match(sha256, /^[0-9a-f]{64}$/);
    assert.match(
      url,
      /^https:\/\/github\.com\/hatoo\/oha\/releases\/download\/v1\.16\.0\/oha-[a-z0-9-]+/,
    );
  }
  const hashes = Object.values(RELEASES).map(({ sha256 }) => sha256);
  assert.equal(new Set(hashes).size, hashes.length);
});

test("a release with the right hash is put into the cache, and found there next time", async (t) => {
  const { env, lines, paths, cached, onProgress } = newcomer(t);
  let downloads = 0;
  const settings = await releaseServer(t, (_request, response) => {
    downloads++;
    response.end(BINARY);
  });
  const oha = await obtainWith({ env, onProgress }, settings);
  assert.deepEqual(oha, {
    path: paths.binary,
    version: "1.16.0",
    source: "release",
    sha256: SHA256,
  });
  assert.equal(await readFile(paths.binary, "utf8"), BINARY);
  assert.deepEqual(await cached(), ["oha-1.16.0"]);
  assert.match(lines.join("\n"), /downloading oha 1\.16\.0 from http/);
  const again = await obtainWith({ env, onProgress }, settings);
  assert.equal(again.source, "cache");
  assert.equal(downloads, 1);
});

test("an old oha on PATH and a damaged cache are skipped with a message", async (t) => {
  const { home, env, lines, paths, cached, onProgress } = newcomer(t);
  await fakeOha(join(home, "bin", "oha"), "1.13.0");
  await fakeOha(paths.binary, "1.2.3");
  await writeFile(join(paths.root, "old"), "");
  const settings = await releaseServer(t, (_request, response) => response.end(BINARY));
  const PATH = `${join(home, "bin")}:${env.PATH}`;
  const oha = await obtainWith({ env: { ...env, PATH }, onProgress }, settings);
  assert.equal(oha.source, "release");
  assert.match(lines.join("\n"), /1\.13\.0 at .* too old.*skipped[^]*the cache is damaged/);
  assert.equal(existsSync(join(paths.root, "old")), false);
  assert.deepEqual(await cached(), ["oha-1.16.0"]);
});

const badServers: Record<string, [RegExp, RequestListener]> = {
  "another hash": [
    /rejected: its SHA-256 is [0-9a-f]{64} instead of /,
    (_request, response) => response.end(`${BINARY}#`),
  ],
  "half of it": [
    /terminated|aborted|other side closed/,
    (_request, response) => {
      response.writeHead(200, { "content-length": BINARY.length });
      response.write(BINARY.slice(0, 60_000), () => response.destroy());
    },
  ],
  "half of it, with a clean end": [
    /rejected: its SHA-256/,
    (_request, response) => response.end(BINARY.slice(0, 60_000)),
  ],
  "404": [
    /the server responded with status 404/,
    (_request, response) => response.writeHead(404).end("no"),
  ],
  "no answer": [/no data for 0\.5 s/, () => {}],
  "no end": [/no data for 0\.5 s/, (_request, response) => response.write(BINARY.slice(0, 60_000))],
};

for (const [what, [message, handler]] of Object.entries(badServers)) {
  test(`a release server that sends ${what} leaves nothing behind`, async (t) => {
    const { env, lines, cached, onProgress } = newcomer(t);
    const settings = await releaseServer(t, handler);
    await assert.rejects(obtainWith({ env, onProgress }, settings), (error: unknown) => {
      assert.ok(error instanceof OhaUnavailableError);
      assert.match(error.message, message);
      return /cargo \(Rust\) is neither on PATH/.test(error.message);
    });
    assert.match(lines.join("\n"), message);
    // The error says these anyway.
    assert.doesNotMatch(lines.join("\n"), /there is no oha|cargo/);
    assert.deepEqual(await cached(), []);
  });
}

test("a release with the right hash that does not run here is not kept", async (t) => {
  const { env, cached } = newcomer(t);
  const text = "\u007fELF for another machine";
  const sha256 = createHash("sha256").update(text).digest("hex");
  const settings = await releaseServer(t, (_request, response) => response.end(text), sha256);
  await assert.rejects(obtainWith({ env }, settings), /release: .* cannot be run/);
  assert.deepEqual(await cached(), []);
});

test("if the release cannot be downloaded, cargo builds and reports progress", async (t) => {
  const { home, env, lines, paths, cached, onProgress } = newcomer(t);
  await fakeCargo(home, BUILD);
  const settings = await releaseServer(t, (_request, response) => response.writeHead(500).end());
  const oha = await obtainWith({ env, onProgress }, { ...settings, progressSeconds: 0.1 });
  assert.equal(oha.source, "cargo");
  assert.equal(oha.path, paths.binary);
  const told = lines.join("\n");
  assert.match(told, /release: .* responded with status 500/);
  assert.match(told, /building oha 1\.16\.0 with .*cargo: about 5 to 7 minutes on two cores/);
  assert.match(told, /building oha: \d+ s so far/);
  assert.match(told, /built oha in \d+ s/);
  assert.deepEqual((await readdir(paths.root)).toSorted(), ["bin", "cwd"]);
  assert.ok((await readFile(join(paths.root, "cwd"), "utf8")).startsWith(paths.base));
  assert.deepEqual(await cached(), ["oha-1.16.0"]);
  assert.equal((await findOha({ env })).oha?.source, "cache");
});

test("if the hash of a built oha cannot be kept, oha is used once, and that is said", async (t) => {
  const { home, env, lines, onProgress } = newcomer(t);
  await fakeCargo(home, BUILD);
  await script(env.XDG_STATE_HOME, "");
  const built = await obtainWith({ env, onProgress }, NO_RELEASE);
  assert.equal(built.source, "cargo");
  assert.match(lines.join("\n"), /builds oha again, because its hash is not kept: ENOTDIR/);
  assert.equal((await findOha({ env })).oha, null);
});

test("if every way fails, the error names all of them", async (t) => {
  const { home, env } = newcomer(t);
  await fakeOha(join(home, "bin", "oha"), "1.13.0");
  const PATH = `${join(home, "bin")}:${env.PATH}`;
  await assert.rejects(obtainWith({ env: { ...env, PATH } }, NO_RELEASE), (error: unknown) => {
    assert.ok(error instanceof OhaUnavailableError);
    for (const part of [
      /oha 1\.13\.0 at .*bin.oha is too old/,
      /there is no oha in the cache at/,
      /no hash of a release binary is known for/,
      /cargo \(Rust\) is neither on PATH nor in ~\/\.cargo\/bin/,
      /install oha >= 1\.16\.0 on PATH/,
      /set OHA_BIN/,
      /install Rust >= 1\.88 /,
    ]) {
      assert.match(error.message, part);
    }
    return true;
  });
});

test("a failed build shows cargo's output, and leaves nothing behind", async (t) => {
  const { home, env, cached } = newcomer(t);
  await fakeCargo(
    home,
    'mkdir -p "$root/bin"; echo x > "$root/bin/oha"; echo "error: no network" >&2; exit 101',
  );
  await assert.rejects(
    obtainWith({ env }, NO_RELEASE),
    /cargo install failed with code 101:\s+error: no network/,
  );
  assert.deepEqual(await cached(), []);
});

test("a build of the wrong version is not kept", async (t) => {
  const { home, env, cached } = newcomer(t);
  await fakeCargo(home, BUILD.replace("oha 1.16.0", "oha 1.17.0"));
  await assert.rejects(obtainWith({ env }, NO_RELEASE), /found oha 1\.17\.0 instead of 1\.16\.0/);
  assert.deepEqual(await cached(), []);
});

test("an aborted build is killed with its compilers, and leaves nothing behind", async (t) => {
  const { home, env, cached } = newcomer(t);
  await fakeCargo(home, `mkdir -p "$root/bin"; sleep 60 & echo $! > ${home}/compiler; wait`);
  const controller = new AbortController();
  const obtaining = obtainWith({ env, signal: controller.signal }, NO_RELEASE);
  const compiler = await appears(join(home, "compiler"));
  controller.abort(new Error("enough"));
  await assert.rejects(obtaining, /^Error: enough$/);
  assert.equal(isAlive(Number(compiler)), false);
  assert.deepEqual(await cached(), []);
});

test("a build ends with the process that started it, however that ends", async (t) => {
  const { home, env } = newcomer(t);
  await fakeCargo(home, `sleep 60 & echo $! > ${home}/compiler; wait`);
  const source = `import { obtainWith } from ${JSON.stringify(obtain)};
    await obtainWith({ env: process.env }, { releases: {} });`;
  const builder = spawn(process.execPath, ["--input-type=module", "--eval", source], { env });
  const compiler = Number(await appears(join(home, "compiler")));
  assert.ok(isAlive(compiler));
  builder.kill("SIGKILL");
  while (isAlive(compiler)) await sleep(20);
});

test("an aborted download leaves nothing behind", async (t) => {
  const { env, cached } = newcomer(t);
  const controller = new AbortController();
  const settings = await releaseServer(t, (_request, response) => {
    response.write(BINARY.slice(0, 60_000), () =>
      setTimeout(() => controller.abort(new Error("enough")), 50),
    );
  });
  await assert.rejects(obtainWith({ env, signal: controller.signal }, settings), /^Error: enough$/);
  assert.deepEqual(await cached(), []);
});

test("leftovers of a killed process are removed, never used", async (t) => {
  const { env, paths, cached } = newcomer(t);
  await fakeOha(join(paths.base, ".oha-1.16.0-killed", "bin", "oha"), "1.16.0");
  await writeFile(paths.lock, JSON.stringify({ pid: 2 ** 22 + 1 }));
  const settings = await releaseServer(t, (_request, response) => response.end(BINARY));
  const oha = await obtainWith({ env }, settings);
  assert.equal(oha.source, "release");
  assert.deepEqual(await cached(), ["oha-1.16.0"]);
});

test("if several processes start at once, one builds and the others wait", async (t) => {
  const { home, env, lines, onProgress } = newcomer(t);
  await fakeCargo(home, `echo build >> ${home}/builds; ${BUILD}`);
  const all = await Promise.all(
    Array.from({ length: 4 }, () => obtainWith({ env, onProgress }, NO_RELEASE)),
  );
  assert.equal(await readFile(join(home, "builds"), "utf8"), "build\n");
  const sources = all.map(({ source }) => source).toSorted();
  assert.deepEqual(sources, ["cache", "cache", "cache", "cargo"]);
  assert.match(
    lines.join("\n"),
    // Before the holder has signed the lock, others see it as starting.
    new RegExp(`waiting: process (${process.pid}|\\(starting\\)) is obtaining oha`),
  );
});

test("the error says if the cache is not writable", async (t) => {
  const { home, env } = newcomer(t);
  const file = await script(join(home, "file"), "");
  const options = { env: { ...env, XDG_CACHE_HOME: file } };
  await assert.rejects(obtainWith(options, NO_RELEASE), /the cache cannot be used: ENOTDIR/);
});

async function appears(path: string): Promise<string> {
  for (;;) {
    const text = existsSync(path) ? await readFile(path, "utf8") : "";
    if (text !== "") return text;
    await sleep(20);
  }
}
