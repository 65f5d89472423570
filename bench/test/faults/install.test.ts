import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test, type TestContext } from "node:test";
import { root } from "../../src/targets/project.ts";
import { temporaryFolder } from "../fixtures.ts";
import { copyListed } from "../repository.ts";

// Uses incomplete installations: copies of the repository that lack something.

/** Copies the repository's files that git knows, with the packages of this installation. */
function copy(t: TestContext, packages: boolean): string {
  const folder = temporaryFolder(t);
  const more = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "turbo.json", "tsconfig.base.json"];
  copyListed(folder, "package.json", "bench", "packages", "apps", ...more);
  if (!packages) return folder;
  for (const place of [".", "bench"]) {
    const from = join(root, place, "node_modules");
    for (const name of readdirSync(from)) {
      // Each scope gets its own folder, so that a single package can be left out.
      const scoped = name.startsWith("@") && !lstatSync(join(from, name)).isSymbolicLink();
      const names = scoped ? readdirSync(join(from, name)).map((own) => join(name, own)) : [name];
      for (const own of names) {
        const to = join(folder, place, "node_modules", own);
        mkdirSync(dirname(to), { recursive: true });
        symlinkSync(join(from, own), to);
      }
    }
  }
  return folder;
}

function command(folder: string, ...args: string[]) {
  const words = [join(folder, "bench", "deadheat.mjs"), ...args];
  return spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
}

const parts: [string, (folder: string) => void, RegExp][] = [
  [
    "a package is missing",
    (folder) => rmSync(join(folder, "bench/node_modules/valibot")),
    /Missing: the package valibot\.\nRun `npx -y pnpm@12\.21\.0 install`/,
  ],
  [
    "a package of the workspace is not linked",
    (folder) => rmSync(join(folder, "bench/node_modules/@deadheat/oha")),
    /Missing: the package @deadheat\/oha, /,
  ],
  [
    "a runtime's build script was denied",
    (folder) => {
      const bun = join(folder, "node_modules/bun");
      rmSync(bun);
      mkdirSync(join(bun, "bin"), { recursive: true });
      writeFileSync(join(bun, "package.json"), '{"name":"bun","version":"1.4.5"}');
      writeFileSync(join(bun, "bin", "bun.exe"), "#!/bin/sh\necho not installed\n", {
        mode: 0o755,
      });
    },
    /, the program of bun \(its package's build script did not run\)/,
  ],
  [
    "nothing is installed",
    (folder) => {
      rmSync(join(folder, "node_modules"), { recursive: true });
      rmSync(join(folder, "bench/node_modules"), { recursive: true });
    },
    /the package commander, .*the package turbo, the program of node .* the program of deno/,
  ],
];
test("an incomplete installation is rejected, with the missing part and the command that installs it", (t) => {
  const folder = copy(t, true);
  assert.equal(command(folder, "list").status, 0, "the copy works before");
  // Each damage comes on top of those before.
  for (const [name, damage, message] of parts) {
    damage(folder);
    const { status, stderr, stdout } = command(folder, "list");
    assert.match(stderr, message, name);
    assert.equal(stdout, "");
    assert.equal(status, 3);
  }
  for (const words of [[], ["doctor", "--json"]]) assert.equal(command(folder, ...words).status, 3);
  assert.ok(!existsSync(join(folder, "results")));
});

test("without a network the install fails, and the command that pnpm still starts exits with an error", (t) => {
  const folder = copy(t, false);
  const home = temporaryFolder(t);
  const pnpm = process.env.npm_execpath;
  if (pnpm === undefined || !/pnpm/.test(pnpm)) return t.skip("not started by pnpm");
  const [program, ...words] = /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm];
  const { status, stdout, stderr } = spawnSync(program as string, [...words, "bench", "--json"], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      HOME: home,
      npm_config_registry: "http://127.0.0.1:9/",
      pnpm_config_registry: "http://127.0.0.1:9/",
      pnpm_config_store_dir: join(home, "store"),
      pnpm_config_fetch_retries: "0",
    },
  });
  assert.notEqual(status, 0, stdout + stderr);
  assert.match(stdout + stderr, /ECONNREFUSED|127\.0\.0\.1:9|the installation is not complete/);
  assert.ok(!existsSync(join(folder, "results")));
});
