import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readText, UsageError } from "@deadheat/journal";
import { commentSha256 } from "#comment";
import type { Origin } from "./origin.ts";

/** The folder of the workflows, relative to the root of the repository. */
export const FOLDER = ".github/workflows";

export interface Workflow {
  /** The path relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the root of the git repository that contains a folder.
 * @throws UsageError if there is none
 */
export function repositoryOf(folder: string): string {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  if (parent !== folder) return repositoryOf(parent);
  throw new UsageError("--github: this is not a git repository. Create one with git init");
}

/**
 * Matches the commands that measure. The comment is drawn on workflow_run, by the second action, which measures nothing.
 */
const CHECKS =
  /\bdeadheat(?:@\S+)?\s+(?:compare|gate|run|bisect|explain|history|github\s+check)\b|\buses:\s*\S*\bdeadheat(?:@|\s*$)/m;
/** The events that a stranger can cause, with secrets for the job, and the commands that must not run there. */
const STRANGERS: readonly (readonly [event: RegExp, runs: RegExp])[] = [
  [/\bpull_request_target\b/, /\bdeadheat\b/],
  [/\b(?:workflow_run|issue_comment)(?=\s*[:,\]\n])/, CHECKS],
];

/** @throws UsageError if a workflow gives the code of a pull request secrets that only the repository may have */
export function assertNoTarget(repository: string): void {
  const folder = join(repository, FOLDER);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files.filter((name) => /\.ya?ml$/.test(name))) {
    const text = readText(join(folder, file)).replaceAll(/(?:^|\s)#.*/g, "");
    const found = STRANGERS.find(([event, runs]) => event.test(text) && runs.test(text));
    if (found === undefined) continue;
    const event = found[0].exec(text)?.[0];
    throw new UsageError(
      `${FOLDER}/${file} runs deadheat on ${event}, where the code of a pull request that is measured ` +
        "gets the repository's secrets and a token that writes. Let it run on pull_request",
    );
  }
}

/**
 * Returns the workflows of the check of pull requests and of its comment. The check runs the code of the pull request.
 * The workflow therefore starts on pull_request only, has no secrets, and its token only reads. The comment's workflow
 * may write, so it neither runs nor trusts anything of the pull request.
 * @param version the version of deadheat
 * @param folder the folder of the configuration
 * @param origin the place of deadheat on GitHub, whose actions the workflows use; null to install the version from npm
 */
export async function workflowsOf(
  version: string,
  repository: string,
  folder: string,
  origin: Origin | null = null,
): Promise<Workflow[]> {
  const where = placeOf(relative(repository, folder));
  return [
    { path: `${FOLDER}/deadheat.yml`, text: checkText(checkSteps(version, where, origin), where) },
    {
      path: `${FOLDER}/deadheat-comment.yml`,
      text: commentText(await commentSteps(version, origin)),
    },
  ];
}

/** Returns a path as a workflow writes it. */
export function placeOf(path: string): string {
  return path.replaceAll("\\", "/");
}

export const SETUP_NODE = `- uses: actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38 # v6.5.0
        with:
          node-version: 24`;

function checkText(steps: string, place: string): string {
  const defaults = `
    defaults:
      run:
        working-directory: ${JSON.stringify(place)}`;
  return `# Is a pull request slower than its base? Exit codes: 0 no; 1 yes, beyond the gate; 4 undecided, a longer budget may decide;
# 2 and 3 it could not be measured. The job's summary says more, and deadheat-comment.yml comments on the pull request.
name: deadheat

on: pull_request

permissions:
  contents: read

concurrency:
  group: deadheat-\${{ github.ref }}
  cancel-in-progress: true

jobs:
  check:
    runs-on: ubuntu-24.04
    timeout-minutes: 60${place === "" ? "" : defaults}
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          # The pull request merged into its base, and the base.
          fetch-depth: 2
          persist-credentials: false
      ${SETUP_NODE}
${steps}`;
}

function checkSteps(version: string, place: string, origin: Origin | null): string {
  if (origin !== null) {
    return `      # deadheat's own checkout, which the runner fetches at this commit. It installs itself from its lockfile.
      - uses: ${origin.repository}@${origin.commit}
        with:
          # The limits of the base's deadheat.config. Without this line, no metric makes the job fail.
          gate: config
          # If the check fails, another minute of profiles says which functions make the difference.
          explain: true${place === "" ? "" : `\n          working-directory: ${JSON.stringify(place)}`}
`;
  }
  return `      - uses: actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5
        with:
          path: ~/.cache/deadheat/oha-*
          key: deadheat-\${{ runner.os }}-\${{ runner.arch }}-${version}
      # In a folder of its own, because a pull request decides what npm and npx do in the checkout.
      - name: install
        working-directory: \${{ runner.temp }}
        run: npm install --prefix deadheat --ignore-scripts --no-audit --no-fund deadheat@${version}
      - id: check
        env:
          # The limits of the base's deadheat.config. Without this line, no metric makes the job fail.
          INPUT_GATE: config
          # If the check fails, another minute of profiles says which functions make the difference.
          INPUT_EXPLAIN: true
        run: node "$RUNNER_TEMP/deadheat/node_modules/deadheat/dist/main.js" github check
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        if: always() && steps.check.outputs.folder != ''
        with:
          name: deadheat-check
          path: \${{ steps.check.outputs.folder }}
`;
}

async function commentSteps(version: string, origin: Origin | null): Promise<string> {
  if (origin !== null) {
    return `      - uses: ${origin.repository}/comment@${origin.commit}\n`;
  }
  const sha256 = await commentSha256();
  return `      - name: download
        run: |
          npm pack --ignore-scripts deadheat@${version}
          tar -xzf deadheat-${version}.tgz package/dist/comment.mjs
          echo "${sha256}  package/dist/comment.mjs" | sha256sum --check --strict
      - env:
          GITHUB_TOKEN: \${{ github.token }}
        run: node package/dist/comment.mjs
`;
}

function commentText(steps: string): string {
  return `# Comments on a pull request with the result of its check. This job may write comments, so it neither checks out nor runs
# anything of the pull request, and runs one file of deadheat, without dependencies, that must have this hash. It reads the
# metrics from the check, and the number of the pull request from GitHub.
name: deadheat-comment

on:
  workflow_run:
    workflows: [deadheat]
    types: [completed]

permissions:
  actions: read
  pull-requests: write

concurrency:
  group: deadheat-comment-\${{ github.event.workflow_run.head_repository.full_name }}-\${{ github.event.workflow_run.head_branch }}

jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    steps:
      ${SETUP_NODE}
${steps}`;
}
