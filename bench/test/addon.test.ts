import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { copyExists, findAddon, makeCopy, type Addon } from "@deadheat/addon";
import { thisHost, launch, choosePinning } from "@deadheat/measure";
import { entrantOf } from "../src/targets/entrant.ts";
import { elfFile } from "../../packages/addon/test/elf-file.ts";
import { setVariables, temporaryFolder } from "./fixtures.ts";
import { program } from "./own-server.ts";
import { named } from "./real-servers.ts";

const spec = { package: "native", file: "native-{platform}-{arch}-{node}/native.node" };
const host = { platform: "linux", arch: "x64", glibc: "2.36", node: 26 };
const library = (version: string, symbol: string) =>
  elfFile([
    {
      library: "libc.so.6",
      versions: [
        { version: "GLIBC_2.2.5", symbols: ["malloc"] },
        { version, symbols: [symbol] },
      ],
    },
  ]);

/** Makes an app's folder with a package that has this native addon, and a separate cache directory. */
function app(t: TestContext, bytes: Buffer): string {
  const folder = temporaryFolder(t);
  setVariables(t, { XDG_CACHE_HOME: join(folder, "cache") });
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "native"), { recursive: true });
  mkdirSync(join(modules, "native-linux-x64-26"));
  writeFileSync(join(modules, "native", "package.json"), "{}");
  writeFileSync(join(modules, "native-linux-x64-26", "native.node"), bytes);
  return folder;
}

const found = (folder: string, changes: Partial<typeof host> = {}): Addon => {
  const addon = findAddon(folder, spec, { ...host, ...changes });
  assert.ok(typeof addon !== "string", String(addon));
  return addon;
};

test("a host with a new enough glibc runs the addon itself", (t) => {
  const folder = app(t, library("GLIBC_2.38", "__isoc23_strtol"));
  assert.equal(found(folder, { glibc: "2.38" }).copy, null);
  assert.equal(found(folder, { glibc: "2.41" }).copy, null);
});

test("a host with an older glibc runs a complete private copy, and the original stays unchanged", (t) => {
  const folder = app(t, library("GLIBC_2.38", "__isoc23_strtol"));
  const addon = found(folder);
  assert.ok(addon.copy);
  assert.match(addon.copy.reason, /needs glibc 2\.38 and this host has 2\.36.*private copy/);
  assert.ok(!existsSync(addon.copy.path), "nothing is written by looking");
  assert.equal(copyExists(addon), false);

  const original = readFileSync(addon.original);
  const { mtimeMs } = statSync(addon.original);
  makeCopy(addon);
  assert.equal(copyExists(addon), true);
  assert.deepEqual(readFileSync(addon.original), original);
  assert.equal(statSync(addon.original).mtimeMs, mtimeMs);
  assert.equal(sha256(readFileSync(addon.copy.path)), addon.copy.sha256);
  assert.ok(addon.copy.path.includes(sha256(original)), "it lies under the original's hash");
  assert.deepEqual(readdirSync(dirname(addon.copy.path)), ["native.node"]);
});

test("a damaged copy is replaced", (t) => {
  const addon = found(app(t, library("GLIBC_2.38", "__isoc23_strtoul")));
  assert.ok(addon.copy);
  mkdirSync(dirname(addon.copy.path), { recursive: true });
  writeFileSync(addon.copy.path, "half of i");
  assert.equal(copyExists(addon), false);
  makeCopy(addon);
  assert.equal(copyExists(addon), true);
});

const impossible: [string, Buffer, Partial<Record<keyof typeof host, unknown>>, RegExp][] = [
  ["a newer symbol without an older name", library("GLIBC_2.38", "strlcpy"), {}, /it uses strlcpy/],
  ["another C library", library("GLIBC_2.17", "x"), { glibc: null }, /another C library/],
  ["no binary for the processor", library("GLIBC_2.17", "x"), { arch: "arm64" }, /linux arm64/],
  ["a broken file", Buffer.from("\x7fELF\x02\x01", "latin1"), {}, /ends too early/],
];
for (const [name, bytes, changes, reason] of impossible) {
  test(`${name} makes the target unsupported, with the reason`, (t) => {
    const answer = findAddon(app(t, bytes), spec, { ...host, ...changes } as typeof host);
    assert.ok(typeof answer === "string");
    assert.match(answer, reason);
  });
}

test("uWebSockets.js answers from its native addon, and the command shows the copy", async (t) => {
  const real = named("uwebsockets/node");
  if (real.unsupported !== null) return t.skip(real.unsupported);
  const { copy = null } = real.addon ?? {};
  const command = entrantOf(real).command.join(" ");
  assert.equal(command.includes("addon-copy.ts"), copy !== null);
  if (copy) assert.ok(command.includes(encodeURIComponent(copy.path)), command);
  const server = await launch(entrantOf(real), choosePinning());
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/hello`);
    assert.equal(await answer.text(), "Hello World!");
    assert.equal(answer.headers.get("uwebsockets"), "20");
  } finally {
    await server.stop();
  }
});

test("a server that answers without its native addon is not launched", async (t) => {
  if (thisHost().platform !== "linux")
    return t.skip("what a process has loaded is read from /proc");
  const ready = '{deadheat:"ready",port:1,pid:process.pid,runtime:"node",version:"1"}';
  const source = `console.log(JSON.stringify(${ready})); setInterval(() => {}, 1e3);`;
  const addon = { package: "native", original: "/nowhere/native.node", sha256: "00", copy: null };
  const pretender = program(t, "pretender/node", source, { addon });
  await assert.rejects(launch(entrantOf(pretender), choosePinning()), {
    name: "LaunchError",
    message: /runs without its native addon/,
  });
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
