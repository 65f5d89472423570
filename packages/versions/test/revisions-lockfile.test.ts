import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { UsageError } from "@deadheat/journal";
import { requireRevision } from "../src/git/commit.ts";
import { foldersUp } from "../src/git/files.ts";
import { installationOf } from "../src/revisions/lockfile.ts";
import type { Installation, Manager } from "../src/revisions/installation.ts";
import { repositoryIn, scratchOf, type Files } from "./revisions-repository.ts";

/** Finds the installation of a commit with these files, seen from its folder a/b. */
function finder(t: TestContext): (files: Files) => Promise<Installation | null> {
  const scratch = scratchOf(t);
  return async (files) => {
    const folder = repositoryIn(mkdtempSync(join(scratch, "repository-")), {
      "a/b/c.txt": "",
      ...files,
    });
    const commit = await requireRevision("main", folder);
    return installationOf(commit, await foldersUp(commit, join("a", "b")));
  };
}

const manifest = (more: object = {}) => JSON.stringify({ dependencies: { ms: "2" }, ...more });
const named = (packageManager: string) => manifest({ packageManager });
const engine = (name: string, version: string) =>
  manifest({ devEngines: { packageManager: { name, version } } });
const berry = (version: number) => `__metadata:\n  version: ${version}\n\n"ms@npm:2":\n`;

test("the nearest lockfile decides who installs", async (t) => {
  const found = finder(t);
  const unlocked = { folder: "", manager: "npm", ranges: [], pinned: null, frozen: false };
  const yarnAbove = { "package.json": manifest(), "yarn.lock": "" };
  const bunAndDeno = { "bun.lock": "{}", "deno.lock": "{}" };
  const by = (manager: Manager, folder = "") => ({ folder, manager, frozen: true });
  const cases: [Files, object | null][] = [
    [{}, null],
    [{ "package.json": "{}" }, null],
    [{ "package.json": manifest() }, unlocked],
    [{ "package.json": manifest(), "a/b/package.json": "{}" }, unlocked],
    [{ "package.json": manifest(), "deno.lock": "{}" }, null],
    [
      { "package.json": manifest(), "npm-shrinkwrap.json": "{}", "package-lock.json": "{}" },
      by("npm"),
    ],
    [{ "package.json": named("bun@1.3.0"), "pnpm-lock.yaml": "", ...bunAndDeno }, by("bun")],
    [{ "package.json": engine("yarn", "^1"), "bun.lock": "{}", "yarn.lock": "" }, by("yarn")],
    [{ "package.json": named("yarn@4.9.1"), "yarn.lock": berry(8) }, by("berry")],
    [{ ...yarnAbove, "a/package.json": manifest(), "a/bun.lockb": "" }, by("bun", "a")],
  ];
  for (const [files, expected] of cases) {
    const installation = await found(files);
    if (expected === null) assert.equal(installation, null);
    else assert.deepEqual({ ...installation, ...expected }, installation, JSON.stringify(files));
  }
  await assert.rejects(
    found({ "package.json": "{" }),
    /^UsageError: package\.json of main cannot be read/,
  );
});

test("package.json names the package manager's version, otherwise the lockfile's format decides", async (t) => {
  const found = finder(t);
  const cases: [string, string, string, string, readonly string[]][] = [
    // A hash, as corepack writes it, belongs to a tarball that is not always the one installed.
    [named("pnpm@9.1.0+sha512.ab"), "pnpm-lock.yaml", "", "9.1.0", ["9"]],
    [named("pnpm@12.0.0-rc.1"), "pnpm-lock.yaml", "", "12.0.0-rc.1", ["12"]],
    [named("npm@11"), "pnpm-lock.yaml", "lockfileVersion: '9.0'\n", "12.21.0", [">=9"]],
    [engine("pnpm", "10.2.0"), "pnpm-lock.yaml", "", "10.2.0", ["10"]],
    [
      engine("pnpm", ">=9"),
      "pnpm-lock.yaml",
      "lockfileVersion: '9.0'\n",
      "12.21.0",
      [">=9", ">=9"],
    ],
    [engine("pnpm", "^10"), "pnpm-lock.yaml", "lockfileVersion: '9.0'\n", "^10", [">=9", "^10"]],
    [manifest(), "pnpm-lock.yaml", "lockfileVersion: '6.0'\n", "8.15.9", [">=8 <10"]],
    [manifest(), "pnpm-lock.yaml", "lockfileVersion: 5.4\n", "7.33.7", ["<8"]],
    [manifest(), "pnpm-lock.yaml", "lockfileVersion: '10.0'\n", "12.21.0", [">=9"]],
    [manifest(), "yarn.lock", "# yarn lockfile v1\n", "1.22.22", ["1"]],
    [manifest(), "yarn.lock", berry(4), "2.4.2", [">=2 <3.1"]],
    [manifest(), "yarn.lock", berry(6), "3.8.7", [">=3.2 <4"]],
    [manifest(), "yarn.lock", berry(8), "4.13.0", [">=4 <4.14"]],
    [manifest(), "yarn.lock", berry(10), "4.18.1", [">=4.15"]],
    [manifest(), "bun.lockb", "", "1.4.5", ["*"]],
    [manifest(), "bun.lock", '{\n  "lockfileVersion": 1,\n}', "1.4.5", [">=1.2"]],
    [manifest(), "bun.lock", '{\n  "lockfileVersion": 2,\n}', "1.4.5", [">=1.4"]],
  ];
  for (const [text, lockfile, content, pinned, ranges] of cases) {
    const { pinned: got, ranges: needed } =
      (await found({ "package.json": text, [lockfile]: content })) ?? {};
    assert.deepEqual([got, needed], [pinned, ranges], `${text} ${lockfile} ${content}`);
  }
});

test("a package manager from anywhere but the registry is rejected, with what to write instead", async (t) => {
  const found = finder(t);
  const rejects = (text: string, word: RegExp) =>
    assert.rejects(found({ "package.json": text, "pnpm-lock.yaml": "" }), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /^package\.json of main (?:has|names) /);
      assert.match(error.message, word);
      return true;
    });
  const versions = [
    "file:../evil.tgz",
    "./evil",
    "https://evil.test/pnpm.tgz",
    "git+ssh://evil.test/pnpm",
    "evil/pnpm",
    "npm:evil@1.0.0",
    "^12",
    "12",
    "latest",
    "v12.21.0",
    "12.21.0 --config=evil",
    "12.21.0\n",
    "12.21.0+evil",
  ];
  for (const version of versions) {
    await rejects(
      named(`pnpm@${version}`),
      /Write an exact version there, such as "pnpm@12\.21\.0"/,
    );
  }
  for (const version of ["file:../evil.tgz", "latest", "git+ssh://evil.test/pnpm"]) {
    await rejects(
      engine("pnpm", version),
      /Write a version or a range there, such as "\^12\.21\.0"/,
    );
  }
});
