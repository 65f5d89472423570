import assert from "node:assert/strict";
import { isBuiltin } from "node:module";
import { chmodSync, existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { gated } from "../../report/test/gated.ts";
import { bundleComment, committedComment } from "../src/github/bundle.ts";
import { folderOf } from "./config-folder.ts";
import { comment, leftOf, stateOf } from "./github-commented.ts";
import { githubIn } from "./github-rest.ts";

test("the committed module of the comment's job is what its sources give", async () => {
  const same = (await bundleComment()) === committedComment();
  assert.ok(same, "run `npx -y pnpm@12.21.0 --filter deadheat bundle`, and commit comment.mjs");
});

test("the module of the comment's job imports nothing but modules of Node", () => {
  const text = committedComment();
  const imported = [...text.matchAll(/^import .*from "(.*)";$/gm)].map(([, name = ""]) => name);
  assert.ok(imported.length > 0);
  assert.deepEqual(
    imported.filter((name) => !isBuiltin(name)),
    [],
  );
  assert.doesNotMatch(text, /\bimport\(|\brequire\(|^export /m);
});

test("beside the token that writes comments, the action starts no npm and nothing from npm", async (t) => {
  const github = await githubIn(t, stateOf(leftOf(gated())));
  const started = '#!/bin/sh\ntouch "$(dirname "$0")/started"\nexit 9\n';
  const programs = folderOf(t, { npm: started, npx: started, pnpm: started, git: started });
  for (const name of ["npm", "npx", "pnpm", "git"]) chmodSync(join(programs, name), 0o755);
  const { PATH } = process.env;
  process.env.PATH = [programs, dirname(process.execPath), PATH].join(delimiter);
  t.after(() => (process.env.PATH = PATH));
  // By default, without an input.
  const ran = await comment(t, github);
  assert.equal(existsSync(join(programs, "started")), false, ran.log);
  assert.equal(ran.log, "deadheat: wrote the comment\n");
});
