import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { after, before, test, type TestContext } from "node:test";
import { execa } from "execa";
import { findNpm } from "../../src/npm/find.ts";
import { checkout, installPackages, requireRevision } from "../../src/index.ts";
import { npmAsking, startRegistry, type Registry } from "../installs-registry.ts";
import {
  git,
  optionsOf,
  repositoryIn,
  scratchOf,
  write,
  type Files,
} from "../revisions-repository.ts";
import { setVariables } from "../../../journal/test/scratch.ts";

// npm 10 has no --allow-git, and clones what a package of a package names. This file runs the real one.

const OLD = "10.9.4";
let registry: Registry;
before(async () => {
  registry = await startRegistry();
});
after(() => registry.close());

/** Puts npm 10 and a git that writes down its calls first on PATH, with a package that depends on one from git. */
async function withOldNpm(t: TestContext) {
  const scratch = scratchOf(t);
  const old = join(scratch, "old");
  write(old, { "package.json": "{}" });
  await execa("npm", ["install", "--no-audit", "--no-fund", `npm@${OLD}`], { cwd: old });
  const programs = join(scratch, "programs");
  const trace = join(scratch, "trace");
  const { stdout: realGit } = await execa("which", ["git"]);
  write(programs, {
    npm: `#!/bin/sh\nexec "${process.execPath}" "${old}/node_modules/npm/bin/npm-cli.js" "$@"\n`,
    git: `#!/bin/sh\necho "$@" >> "${trace}"\nexec "${realGit}" "$@"\n`,
  });
  for (const name of ["npm", "git"]) chmodSync(join(programs, name), 0o755);
  const deep = repositoryIn(join(scratch, "deep"), {
    "package.json": JSON.stringify({ name: "deep", version: "1.0.0" }),
  });
  const from = `git+file://${deep}`;
  const id = git(deep, "rev-parse", "HEAD");
  await registry.publish({
    manifest: { name: "wants-git", version: "1.0.0", dependencies: { deep: from } },
  });
  setVariables(t, {
    PATH: [programs, process.env.PATH].join(delimiter),
    ...npmAsking(registry, scratch),
  });
  assert.equal((await findNpm()).version, OLD);
  const cloned = () =>
    existsSync(trace) && /clone|ls-remote|fetch/.test(readFileSync(trace, "utf8"));
  return { scratch, from, id, cloned, forget: () => rmSync(trace, { force: true }) };
}

test("an old npm neither clones nor installs a package from git that nobody has allowed", async (t) => {
  const { scratch, from, id, cloned, forget } = await withOldNpm(t);
  const manifest = JSON.stringify({ name: "app", dependencies: { "wants-git": "1.0.0" } });
  const direct = JSON.stringify({ name: "app", dependencies: { deep: from } });
  const address = `${from}#${id}`;
  const lockfile = (version: number, more: object) =>
    JSON.stringify({ name: "app", lockfileVersion: version, requires: true, ...more });
  const merged = (text: string) => `<<<<<<< ours\n${text}\n=======\n${text}\n>>>>>>> theirs\n`;
  const packages = {
    "": { name: "app", dependencies: { deep: from } },
    "node_modules/deep": { version: "1.0.0", resolved: address },
  };
  const revisions: Record<string, Files> = {
    "no lockfile": { "package.json": manifest },
    "no lockfile, and it says so itself": { "package.json": direct },
    "a lockfile of npm 6": {
      "package.json": direct,
      "package-lock.json": lockfile(1, { dependencies: { deep: { version: address, from } } }),
    },
    "a lockfile with the conflict of a merge, which npm ci refuses": {
      "package.json": direct,
      "package-lock.json": merged(lockfile(3, { packages })),
    },
    "a lockfile with another broken entry": {
      "package.json": direct,
      "package-lock.json": lockfile(3, { packages: { ...packages, other: { link: 1 } } }),
    },
    "a lockfile without the address": {
      "package.json": direct,
      "package-lock.json": lockfile(3, {
        packages: { ...packages, "node_modules/deep": { version: "1.0.0" } },
      }),
    },
  };
  for (const [what, files] of Object.entries(revisions)) {
    const folder = repositoryIn(join(scratch, "apps", what), files);
    forget();
    const main = await requireRevision("main", folder);
    await assert.rejects(checkout(main, optionsOf(folder)), (error: Error) => {
      assert.match(error.message, /would come from git.* Add --allow-git|EUSAGE/, what);
      return true;
    });
    assert.equal(cloned(), false, what);
  }
  const options = optionsOf(join(scratch, "apps"));
  const wanted = { dependencies: { "wants-git": "1.0.0" }, files: {} };
  forget();
  await assert.rejects(installPackages(wanted, options), /would come from git.* Add --allow-git/);
  assert.equal(cloned(), false);
  // Allowed is the package that was named, and not what it depends on.
  const named = { dependencies: { deep: from }, files: {} };
  const allowed = { ...options, allowGit: true };
  assert.ok(existsSync(join((await installPackages(named, allowed)).folder, "node_modules/deep")));
  const outer = repositoryIn(join(scratch, "outer"), {
    "package.json": JSON.stringify({
      name: "outer",
      version: "1.0.0",
      dependencies: { deep: from },
    }),
  });
  const deeper = { dependencies: { outer: `git+file://${outer}` }, files: {} };
  await assert.rejects(installPackages(deeper, allowed), /^UsageError: deep of outer@.* from git/);
});
