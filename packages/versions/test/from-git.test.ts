import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { refuseGit } from "../src/npm/from-git.ts";
import { scratchOf, write } from "./revisions-repository.ts";

test("a workspace package in a folder of a folder is not taken for a package from GitHub", (t) => {
  const folder = join(scratchOf(t), "project");
  const locked = (word: object) =>
    write(folder, {
      "package-lock.json": JSON.stringify({
        lockfileVersion: 3,
        packages: { "": {}, "packages/word": { version: "1.0.0" }, "node_modules/word": word },
      }),
    });
  locked({ resolved: "packages/word", link: true });
  const lockfile = join(folder, "package-lock.json");
  refuseGit(lockfile, "main");
  for (const resolved of ["packages/word", "git+ssh://git@host.test/word.git#1a2b3c4"]) {
    locked({ resolved });
    assert.throws(
      () => refuseGit(lockfile, "main"),
      /^UsageError: word of main would come from git/,
    );
  }
});
