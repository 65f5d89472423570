import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bun, readAction, yamlOf, type Action } from "./github-runner.ts";
import { temporaryFolder } from "../../journal/test/scratch.ts";

const root = join(import.meta.dirname, "../../..");
const workflows = readdirSync(join(root, ".github/workflows"));
const actions = ["action.yml", "comment/action.yml"];

/** Returns the errors that GitHub's own parser finds in these files, one a line. */
function parsed(files: readonly string[]): string {
  const script = join(import.meta.dirname, "github-parser.mjs");
  return execFileSync(bun, [script, ...files], { cwd: root, encoding: "utf8" });
}

test("GitHub's parser accepts the actions and workflows, and rejects a wrong one", (t) => {
  assert.equal(parsed([...actions, ...workflows.map((name) => `.github/workflows/${name}`)]), "");
  const folder = temporaryFolder(t);
  const wrong = join(folder, "wrong.yml");
  writeFileSync(wrong, "on: pull_request\njobs:\n  one:\n    runs-on: x\n    step: []\n");
  assert.match(parsed([wrong]), /Unexpected value 'step'/);
});

interface Workflow {
  readonly on: string | Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: Action["runs"]["steps"];
}

const workflow = (name: string) => yamlOf(join(root, ".github/workflows", name)) as Workflow;

test("other people's actions are pinned to a commit with its version, the same everywhere", () => {
  const versions = new Map<string, string>();
  for (const file of [...actions, ...workflows.map((name) => `.github/workflows/${name}`)]) {
    const lines = readFileSync(join(root, file), "utf8").match(/uses: .*/g) ?? [];
    for (const line of lines.filter((own) => !own.startsWith("uses: ./"))) {
      const [, name = "", version = ""] =
        /^uses: ([\w-]+\/[\w-]+)(?:\/[\w-]+)?@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(line) ?? [];
      assert.notEqual(version, "", `${file}: ${line}`);
      assert.equal(versions.get(name) ?? version, version, `${file}: ${line}`);
      versions.set(name, version);
    }
  }
});

test("a workflow that pull requests can start gets no secret of the repository", () => {
  for (const name of workflows) {
    const text = readFileSync(join(root, ".github/workflows", name), "utf8");
    const { on } = workflow(name);
    const events = typeof on === "string" ? [on] : Object.keys(on);
    const open = events.some((event) => /^(pull_request|workflow_run|issue_comment)/.test(event));
    assert.ok(!open || !/\bsecrets\b/.test(text), name);
  }
});

test("a pull request keeps nothing for its next run but oha, which is checked by its hash", () => {
  const own = readAction("action.yml").runs.steps;
  // The packages of the action's own checkout are kept before any code of the pull request runs.
  const saved = own.findIndex(({ uses = "" }) => uses.startsWith("actions/cache/save@"));
  assert.ok(saved >= 0 && saved < own.findIndex(({ id }) => id === "check"));
  const steps = [
    ...own.filter((_, i) => i !== saved),
    ...actions
      .filter((file) => file !== "action.yml")
      .flatMap((file) => readAction(file).runs.steps),
    ...workflows.flatMap((name) => stepsOf(workflow(name))),
  ].filter(({ uses = "", if: condition }) => {
    const saves = /^actions\/cache(\/save)?@/.test(uses);
    return saves && condition !== "github.event_name == 'push'";
  });
  assert.ok(steps.length > 0);
  for (const { with: inputs } of steps) assert.equal(inputs?.path, "~/.cache/deadheat/oha-*");
});

test("a job that may sign a release or deploy the site runs no code of the repository or its dependencies", () => {
  const signing = workflows.flatMap((name) => {
    const { permissions, jobs } = workflow(name);
    assert.notEqual(permissions["id-token"], "write", `${name}: all of its jobs`);
    const own = Object.values(jobs).filter((job) => job.permissions?.["id-token"] === "write");
    return own.map(({ steps }) => ({ name, steps }));
  });
  assert.deepEqual(
    signing.map(({ name }) => name),
    ["pages.yml", "release.yml"],
  );
  for (const { uses, run = "" } of signing.flatMap(({ steps }) => steps)) {
    assert.doesNotMatch(uses ?? "", /actions\/checkout|^\.\//);
    assert.doesNotMatch(run, /\.ci\/|pnpm|npx|npm (?:ci|install|run|test|exec)\b/);
  }
});

for (const file of actions) {
  test(`${file}: its scripts get inputs only through the environment, and use every input`, () => {
    const { runs, inputs, description } = readAction(file);
    assert.equal(runs.using, "composite");
    assert.ok(description.length <= 125, "GitHub's marketplace shows no more");
    const scripts = runs.steps.filter(({ run }) => run !== undefined);
    assert.ok(scripts.length > 0);
    for (const { run = "", shell } of scripts) {
      assert.equal(shell, "bash");
      assert.doesNotMatch(run, /\$\{\{|\n/);
    }
    const used = JSON.stringify(runs);
    for (const name of Object.keys(inputs)) {
      assert.match(used, new RegExp(`\\$\\{\\{ inputs\\.${name} \\}\\}|inputs\\.${name} ==`));
    }
    assert.doesNotMatch(used, /pull_request_target|secrets\./);
  });
}

test("this repository checks its own pull requests with a token that only reads, and comments in another workflow", () => {
  const compare = workflow("compare.yml");
  assert.deepEqual(compare.permissions, { contents: "read" });
  assert.ok(typeof compare.on === "object" && "pull_request" in compare.on);
  const own = stepsOf(compare).find(({ uses }) => uses === "./");
  const { inputs } = readAction("action.yml");
  for (const name of Object.keys(own?.with ?? {})) assert.ok(name in inputs, name);
  assert.equal(
    stepsOf(compare).find(({ uses }) => uses?.includes("checkout"))?.with?.["fetch-depth"],
    2,
  );

  const comment = workflow("compare-comment.yml");
  assert.deepEqual(comment.permissions, {
    actions: "read",
    contents: "read",
    "pull-requests": "write",
  });
  assert.deepEqual(comment.on, { workflow_run: { workflows: ["compare"], types: ["completed"] } });
  const withToken = stepsOf(comment).filter(({ env }) => env?.GITHUB_TOKEN !== undefined);
  assert.deepEqual(
    withToken.map(({ run }) => run),
    ["node packages/deadheat/src/github/comment-main.ts"],
  );
});

function stepsOf({ jobs }: Workflow): Action["runs"]["steps"] {
  return Object.values(jobs).flatMap(({ steps }) => steps);
}
