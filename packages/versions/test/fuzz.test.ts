// A package.json, a lockfile and a revision come from the measured project: in CI a stranger writes them. Files of the cache
// may be cut off, or from another version.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as fc from "fast-check";
import * as v from "valibot";
import semver from "semver";
import { UsageError, EnvironmentError } from "@deadheat/journal";
import { fastFolder, fuzz, jsonLike, textLike } from "../../journal/test/fuzzing.ts";
import { readEntry } from "../src/cache/entry.ts";
import { readResolution } from "../src/cache/resolutions.ts";
import { readLockfile } from "../src/installs/lockfile.ts";
import { directOf, readManifest, withDependencies } from "../src/installs/manifest.ts";
import { withoutReplaced } from "../src/installs/project.ts";
import { listingSchema, pickVersion } from "../src/npm/registry.ts";
import { readPublications, versionsIn } from "../src/npm/published.ts";
import { refuseGit } from "../src/npm/from-git.ts";
import { namedManagers, namingEntries, versionsFor } from "../src/revisions/manager-version.ts";
import { rangeOf } from "../src/git/commit.ts";
import { readWorktree } from "../src/revisions/worktree.ts";

const lockfile = {
  name: "app",
  lockfileVersion: 3,
  packages: {
    "": { dependencies: { hono: "^4" } },
    "node_modules/hono": { version: "4.12.0", resolved: "https://r.example/hono-4.12.0.tgz" },
    "node_modules/a/node_modules/@b/c": { version: "1.0.0", hasInstallScript: true },
    "node_modules/d": { resolved: "packages/d", link: true },
  },
  dependencies: { hono: { version: "4.12.0" } },
};
const manifest = {
  name: "app",
  packageManager: "pnpm@12.21.0+sha512.abc",
  devEngines: { packageManager: [{ name: "yarn", version: "^4" }, { name: "bun" }] },
  dependencies: { hono: "^4", constructor: "1" },
  devDependencies: { typescript: "next" },
};

test("npm's lockfile, with any value in any place", async (t) => {
  const folder = fastFolder(t);
  const path = join(folder, "package-lock.json");
  await fuzz(jsonLike([lockfile]), {
    refusals: [UsageError],
    parse: (text) => {
      writeFileSync(path, text);
      refuseGit(path, "main");
      return withoutReplaced(path, ["hono", "__proto__"]);
    },
    check: (text) => {
      assert.equal(JSON.parse(text).packages?.["node_modules/hono"], undefined);
    },
  });
  await fuzz(jsonLike([lockfile]), {
    refusals: [EnvironmentError],
    parse: (text) => {
      writeFileSync(path, text);
      return readLockfile(folder);
    },
  });
});

test("a package.json, with any value in any place", async (t) => {
  const path = join(fastFolder(t), "package.json");
  await fuzz(jsonLike([manifest]), {
    refusals: [UsageError],
    parse: (text) => {
      writeFileSync(path, text);
      const read = readManifest(path);
      const wanted = { hono: "4.12.0", toString: "1.0.0" };
      return directOf(withDependencies(read, wanted));
    },
    check: (direct) => {
      assert.equal(Object.hasOwn(direct, "hono") && direct.hono, "4.12.0");
      assert.equal(Object.hasOwn(direct, "toString") && direct.toString, "1.0.0");
      for (const range of Object.values(direct)) assert.equal(typeof range, "string");
    },
  });
});

test("a package manager that a package.json names has an exact version or a range", () =>
  fuzz(jsonLike([manifest]), {
    refusals: [UsageError, v.ValiError, SyntaxError],
    parse: (text) =>
      namedManagers(v.parse(v.object(namingEntries), JSON.parse(text)), "package.json"),
    check: (named) => {
      for (const { version } of named)
        assert.ok(version === null || semver.validRange(version) !== null);
    },
  }));

const lockfiles = [
  "lockfileVersion: '9.0'\nsettings:\n  autoInstallPeers: true\n",
  '# yarn lockfile v1\n\nhono@^4:\n  version "4.12.0"\n',
  "__metadata:\n  version: 8\n  cacheKey: 10\n",
  '{ "lockfileVersion": 1, "workspaces": {} }',
];

test("the version of a lockfile decides the version of its package manager", () => {
  const managers = fc.constantFrom("npm", "pnpm", "yarn", "berry", "bun" as const);
  const named = fc.oneof(fc.constant(null), textLike(["12.21.0", "^4", ">=1 <2"]));
  return fuzz(fc.tuple(managers, textLike(lockfiles), named), {
    refusals: [],
    parse: ([manager, text, version]) =>
      versionsFor(manager, text, version !== null && semver.validRange(version) ? version : null),
    check: ({ ranges }) => {
      for (const range of ranges) assert.ok(semver.validRange(range) !== null, range);
    },
  });
});

test("a range of revisions has no part that git would read as an option or a path", () =>
  fuzz(textLike(["main...HEAD", "v1..v2", "..HEAD"]), {
    refusals: [],
    parse: rangeOf,
    check: (range) => {
      for (const side of [range?.base, range?.head])
        assert.doesNotMatch(side ?? "a", /^[/\\]|\.\./);
    },
  }));

test("the registry's list of versions, with any value in any place", () => {
  const listing = { "dist-tags": { latest: "2.0.0" }, versions: ["1.0.0", "2.0.0"] };
  const ranges = textLike(["latest", "^1", "constructor", "toString", "1.0.0"]);
  return fuzz(fc.tuple(jsonLike([listing]), ranges), {
    refusals: [UsageError, v.ValiError, SyntaxError],
    parse: ([text, range]) => pickVersion("a", range, v.parse(listingSchema, JSON.parse(text))),
    check: (version) => assert.equal(typeof version, "string"),
  });
});

test("the registry's versions and times, with any value in any place", () => {
  const said = {
    "dist-tags": { latest: "2.0.0" },
    versions: ["1.0.0", "2.0.0"],
    time: { "1.0.0": "2026-01-01T00:00:00.000Z" },
  };
  const ranges = textLike([
    "1..2",
    "latest",
    "1.0.0..constructor",
    "1,2",
    "..",
    "1..",
    "__proto__",
  ]);
  return fuzz(fc.tuple(jsonLike([said]), ranges), {
    refusals: [UsageError, v.ValiError, SyntaxError],
    parse: ([text, range]) => versionsIn(readPublications("a", JSON.parse(text)), range),
    check: (versions) => assert.ok(versions.length > 0),
  });
});

test("files of the cache: an entry, or none", async (t) => {
  const folder = fastFolder(t);
  const usedAt = "2026-11-24T10:00:00.000Z";
  const entries = [
    { kind: "packages", versions: { hono: "4.12.0" }, usedAt, contents: "", madeAt: 0 },
    { whole: true, usedAt, repository: "/r", commit: "abc", contents: "" },
    { key: null, versions: { hono: "4.12.0" }, resolvedAt: usedAt },
  ];
  const path = join(folder, "deadheat.json");
  await fuzz(jsonLike(entries), {
    refusals: [],
    parse: (text) => {
      writeFileSync(path, text);
      return [readEntry(folder), readWorktree(folder), readResolution(path)];
    },
  });
});
