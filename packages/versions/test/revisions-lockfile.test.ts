import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { requireRevision } from "../src/revisions/commit.ts";
import { foldersUp } from "../src/revisions/folders.ts";
import { installationOf } from "../src/revisions/lockfile.ts";
import type { Installation, Manager } from "../src/revisions/installation.ts";
import { repositoryIn, scratchOf } from "./revisions-repository.ts";

test("whose lockfile is the nearest installs, in the version that package.json names", async (t) => {
  const scratch = scratchOf(t);
  const manifest = (packageManager?: string) =>
    JSON.stringify({ packageManager, dependencies: { ms: "2" } });
  const berry = '__metadata:\n  version: 8\n\n"ms@npm:2":\n';
  const found = async (files: Readonly<Record<string, string>>) => {
    const folder = repositoryIn(mkdtempSync(join(scratch, "repository-")), {
      "a/b/c.txt": "",
      ...files,
    });
    const commit = await requireRevision("main", folder);
    return installationOf(commit, await foldersUp(commit, join("a", "b")));
  };
  const at = (folder: string, manager: Manager, version: string | null = null, frozen = true) => ({
    folder,
    manager,
    version,
    frozen,
  });
  const cases: [Readonly<Record<string, string>>, Installation | null][] = [
    [{}, null],
    [{ "package.json": "{}" }, null],
    [{ "package.json": manifest() }, at("", "npm", null, false)],
    [{ "package.json": manifest(), "a/b/package.json": "{}" }, at("", "npm", null, false)],
    [{ "package.json": manifest(), "deno.lock": "{}" }, null],
    [
      { "package.json": manifest(), "npm-shrinkwrap.json": "{}", "package-lock.json": "{}" },
      at("", "npm"),
    ],
    [
      { "package.json": manifest("pnpm@9.1.0+sha512.ab"), "pnpm-lock.yaml": "" },
      at("", "pnpm", "9.1.0"),
    ],
    [{ "package.json": manifest("npm@11.0.0"), "pnpm-lock.yaml": "" }, at("", "pnpm")],
    [
      {
        "package.json": manifest("bun@1.3.0"),
        "pnpm-lock.yaml": "",
        "bun.lock": "{}",
        "deno.lock": "{}",
      },
      at("", "bun", "1.3.0"),
    ],
    [{ "package.json": manifest(), "yarn.lock": "# yarn lockfile v1\n" }, at("", "yarn")],
    [{ "package.json": manifest("yarn@4.9.1"), "yarn.lock": berry }, at("", "berry", "4.9.1")],
    [
      {
        "package.json": manifest(),
        "yarn.lock": "",
        "a/package.json": manifest(),
        "a/bun.lockb": "",
      },
      at("a", "bun"),
    ],
  ];
  for (const [files, expected] of cases) {
    assert.deepEqual(await found(files), expected, Object.keys(files).join(" "));
  }
  await assert.rejects(
    found({ "package.json": "{" }),
    /^UsageError: package\.json of main .* cannot be read/,
  );
});
