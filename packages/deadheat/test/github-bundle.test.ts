import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { gated } from "../../report/test/gated.ts";
import { bundleComment } from "../src/github/bundle.ts";
import { comment, leftOf, released, stateOf } from "./github-commented.ts";
import { githubIn } from "./github-rest.ts";
import { readAction } from "./github-runner.ts";

test("the module of the comment's job imports nothing but modules of Node", async () => {
  const text = await bundleComment();
  const imported = [...text.matchAll(/^import .*from "(.*)";$/gm)].map(([, name = ""]) => name);
  assert.ok(imported.length > 0);
  assert.deepEqual(
    imported.filter((name) => !isBuiltin(name)),
    [],
  );
  assert.doesNotMatch(text, /\bimport\(|\brequire\(|^export [^{]/m);
});

test("beside the token that writes comments, the action runs one file with a known hash", async (t) => {
  const beside = readAction("comment/action.yml").runs.steps.filter(({ env }) => env !== undefined);
  assert.deepEqual(
    beside.map(({ run }) => run),
    ['node "$RUNNER_TEMP/deadheat-comment.mjs"'],
  );
  const github = await githubIn(t, stateOf(leftOf(gated())));
  assert.match((await comment(t, github)).log, /^deadheat: wrote the comment$/m);

  const module = join(released, "npm/package/dist/comment.mjs");
  const own = readFileSync(module);
  t.after(() => writeFileSync(module, own));
  writeFileSync(module, "console.log(`theirs: ${process.env.GITHUB_TOKEN}`);");
  const replaced = await comment(t, github);
  assert.match(replaced.log, /deadheat@\S+ has the hash \w+, not \w+\./);
  assert.doesNotMatch(replaced.log, /theirs/);
  assert.notEqual(replaced.code, 0);
});
