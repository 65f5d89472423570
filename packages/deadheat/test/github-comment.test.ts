import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { renderComparedMarkdown } from "@deadheat/report";
import { comparison, gated, outcomes } from "../../report/test/gated.ts";
import {
  artifactOf,
  bodies,
  comment,
  HEAD,
  leftOf,
  stateOf,
  released,
} from "./github-commented.ts";
import { githubIn, type Comment, type State } from "./github-rest.ts";
import { bundleComment } from "../src/github/bundle.ts";
import { readAction } from "./github-runner.ts";

test("a fork's pull request is found by its commit, and its comment is updated later", async (t) => {
  const github = await githubIn(t, stateOf(leftOf(outcomes.slower!)));
  const first = await comment(t, github);
  assert.equal(first.log, "deadheat: wrote the comment\n");
  assert.equal(first.code, 0);
  const [text = ""] = bodies(github);
  assert.match(text, /^> \[!WARNING\]\n/);
  assert.match(text, /HEAD is at least 8\.0 % slower than main/);
  assert.match(
    text,
    /\n\n\[Run 12\]\(https:\/\/github\.test\/our\/framework\/actions\/runs\/500\) of cccccccccccc\.\n\n<!-- deadheat:check run=500\.1 -->$/,
  );
  assert.deepEqual(
    github.calls.map((call) => call.split(" ")[0]),
    [
      "pulls/list",
      "actions/list-workflow-run-artifacts",
      "actions/download-artifact",
      "issues/list-comments",
      "issues/create-comment",
    ],
  );
  github.state.artifacts.push(artifactOf(leftOf(gated()), { id: 71 }));
  const again = await comment(t, github, { run_attempt: 2 });
  assert.equal(again.log, "deadheat: updated the comment\n");
  const [updated = "", ...others] = bodies(github);
  assert.deepEqual(others, []);
  assert.match(updated, /PASSED/);
  assert.match(updated, /run=500\.2 -->$/);
});

test("the comment is the report word for word, with a link to the run below", async (t) => {
  for (const name of ["same", "slower", "unmeasured"]) {
    const github = await githubIn(t, stateOf(leftOf(outcomes[name]!)));
    await comment(t, github);
    const [body = ""] = bodies(github);
    assert.equal(body.split("\n\n[Run 12]")[0], renderComparedMarkdown(outcomes[name]!).trimEnd());
  }
});

test("nothing changes for other and older runs, other pull requests and other people's comments", async (t) => {
  const marked = (id: number, text: string, login = "github-actions[bot]"): Comment => ({
    id,
    body: text,
    user: { login, type: login.endsWith("[bot]") ? "Bot" : "User" },
  });
  const later = "later\n\n<!-- deadheat:check run=501.1 -->";
  const forged = "mine\n\n<!-- deadheat:check run=999999999999.1 -->";
  const comments = [
    ...Array.from({ length: 100 }, (_, i) => marked(i + 1, "words")),
    marked(200, forged, "somebody"),
    marked(201, "other\n\n<!-- deadheat:other run=999.1 -->"),
    marked(202, "quoted <!-- deadheat:check run=999.1 --> in the middle"),
    marked(203, forged, "helpful-app[bot]"),
    marked(204, "mine\n\n<!-- deadheat:check run=1.1 -->", "helpful-app[bot]"),
    marked(205, later),
  ];
  const github = await githubIn(
    t,
    stateOf(leftOf(gated()), { comments: new Map([[7, comments]]) }),
  );
  const older = await comment(t, github);
  assert.equal(older.log, "deadheat: kept the comment: it is from a later run\n");
  assert.equal(comments[105]?.body, later);
  github.state.artifacts.push(artifactOf(leftOf(gated()), { id: 71, run: 502 }));
  const newer = await comment(t, github, { id: 502 });
  assert.equal(newer.code, 0);
  assert.match(comments[105]?.body ?? "", /run=502\.1 -->$/);
  assert.equal(bodies(github).length, 106);
  assert.equal(comments[103]?.body, forged);
  // With an app's token the comment is that app's.
  const app = await comment(t, github, { id: 502 }, { author: "helpful-app[bot]" });
  assert.equal(app.log, "deadheat: kept the comment: it is from a later run\n");
});

const silent: Record<string, { state: Partial<State>; run: object; log: RegExp }> = {
  "a push since": {
    state: {
      pulls: [{ number: 7, label: "somebody:patch/1", ref: "patch/1", sha: "d".repeat(40) }],
    },
    run: {},
    log: /no open pull request is at ccccccc/,
  },
  "a branch of that name elsewhere": {
    state: { pulls: [{ number: 7, label: "other:patch/1", ref: "patch/1", sha: HEAD }] },
    run: {},
    log: /no open pull request is at ccccccc/,
  },
  "two with the same commit": {
    state: {
      pulls: [7, 8].map((number) => ({
        number,
        label: "somebody:patch/1",
        ref: "patch/1",
        sha: HEAD,
      })),
    },
    run: {},
    log: /2 pull requests are at ccccccc/,
  },
  "a run by a push": { state: {}, run: { event: "push" }, log: /push started that run/ },
  "a fork that is gone": {
    state: {},
    run: { head_repository: null },
    log: /the branch of the run was deleted/,
  },
  "no artifact": { state: { artifacts: [] }, run: {}, log: /no artifact deadheat-check/ },
};

for (const [what, { state, run, log }] of Object.entries(silent)) {
  test(`no comment is written: ${what}`, async (t) => {
    const github = await githubIn(t, stateOf(leftOf(gated()), state));
    const ran = await comment(t, github, run);
    assert.match(ran.log, log);
    assert.equal(ran.code, 0);
    assert.equal(github.state.comments.size, 0);
  });
}

test("if two pull requests have one commit, the one that GitHub names gets the comment", async (t) => {
  const pulls = [7, 8].map((number) => ({ number, label: "our:x", ref: "x", sha: HEAD }));
  const github = await githubIn(t, stateOf(leftOf(gated()), { pulls }));
  const ours = { head_branch: "x", head_repository: { owner: { login: "our" } } };
  await comment(t, github, { ...ours, pull_requests: [{ number: 8 }] });
  assert.equal(bodies(github, 8).length, 1);
  assert.equal(bodies(github, 7).length, 0);
});

test("a comment is never too long for GitHub, and keeps its first paragraph", async (t) => {
  const comparisons = Array.from({ length: 60 }, (_, i) =>
    comparison({ scenario: `GET /${i}${"&".repeat(900)}` }),
  );
  const github = await githubIn(t, stateOf(leftOf(gated({ comparisons }))));
  const ran = await comment(t, github);
  assert.equal(ran.code, 0, ran.log);
  const [body = ""] = bodies(github);
  assert.match(body, /^> \[!\w+\]\n> [^\n]+\n/);
  assert.match(body, /\[Run 12\]/);
  assert.ok(body.length <= 65_536, `${body.length} characters`);
});

test("an error of GitHub is reported with the permission that is missing", async (t) => {
  const refuses = "issues/create-comment";
  const github = await githubIn(t, stateOf(leftOf(gated()), { refuses }));
  const ran = await comment(t, github);
  assert.equal(
    ran.log,
    "deadheat: POST /repos/our/framework/issues/7/comments failed with status 403 (Resource not accessible by integration). " +
      "Give the job the permissions actions: read and pull-requests: write\n",
  );
  assert.equal(ran.code, 3);
});

test("another id has another artifact, and must be a name", async (t) => {
  const github = await githubIn(t, stateOf(leftOf(gated())));
  const other = await comment(t, github, {}, { id: "bun" });
  assert.match(other.log, /no artifact deadheat-bun/);
  const wrong = await comment(t, github, {}, { id: "../x" });
  assert.match(wrong.log, /^deadheat: The input id is "\.\.\/x"\. Write at most 32 letters, /);
  assert.equal(wrong.code, 2);
});

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
