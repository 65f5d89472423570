import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { UsageError } from "@deadheat/journal";

/** Where workflows are, below the repository's root. */
const FOLDER = ".github/workflows";

export interface Workflow {
  /** Below the repository's root. */
  readonly path: string;
  readonly text: string;
}

/**
 * The folder of the git repository that a folder is in.
 * @throws UsageError where there is none
 */
export function repositoryOf(folder: string): string {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  if (parent !== folder) return repositoryOf(parent);
  throw new UsageError("--github: this is no git repository: begin one with git init");
}

/**
 * Events that a stranger can cause, with secrets for the job, and what runs deadheat there. The comment is drawn on
 * workflow_run, by `deadheat github comment` or the second action, which measure nothing.
 */
const CHECKS =
  /\bdeadheat(?:@\S+)?\s+(?:compare|gate|run|bisect|explain|github\s+check)\b|\buses:\s*\S*\bdeadheat(?:@|\s*$)/m;
const STRANGERS: readonly (readonly [event: RegExp, runs: RegExp])[] = [
  [/\bpull_request_target\b/, /\bdeadheat\b/],
  [/\b(?:workflow_run|issue_comment)(?=\s*[:,\]\n])/, CHECKS],
];

/** @throws UsageError where a workflow gives the code of a pull request what only the repository may have */
export function assertNoTarget(repository: string): void {
  const folder = join(repository, FOLDER);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files.filter((name) => /\.ya?ml$/.test(name))) {
    const text = readFileSync(join(folder, file), "utf8").replaceAll(/(?:^|\s)#.*/g, "");
    const found = STRANGERS.find(([event, runs]) => event.test(text) && runs.test(text));
    if (found === undefined) continue;
    const event = found[0].exec(text)?.[0];
    throw new UsageError(
      `${FOLDER}/${file} runs deadheat on ${event}, where the code of a pull request that is measured ` +
        "gets the repository's secrets and a token that writes: let it run on pull_request",
    );
  }
}

/**
 * The check of pull requests, and its comment. The first runs their code: on pull_request alone, without secrets, with a
 * token that only reads. The second may write a comment, and runs nothing and believes nothing of theirs.
 * @param version of deadheat
 * @param folder of the configuration
 */
export function workflowsOf(version: string, repository: string, folder: string): Workflow[] {
  const place = relative(repository, folder).replaceAll("\\", "/");
  return [
    { path: `${FOLDER}/deadheat.yml`, text: checkText(version, place) },
    { path: `${FOLDER}/deadheat-comment.yml`, text: commentText(version) },
  ];
}

const SETUP_NODE = `- uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 24`;

function checkText(version: string, place: string): string {
  const defaults = `
    defaults:
      run:
        working-directory: ${JSON.stringify(place)}`;
  return `# Is a pull request slower than what it would be merged into? 0: no; 1: yes, beyond the gate; 4: undecided, a longer
# budget may decide it; 2 and 3: it could not be measured. The job's summary says more; deadheat-comment.yml tells it to the
# pull request.
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
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          # The pull request merged into its base, and the base.
          fetch-depth: 2
          persist-credentials: false
      ${SETUP_NODE}
      - uses: actions/cache@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
        with:
          path: ~/.cache/deadheat/oha-*
          key: deadheat-\${{ runner.os }}-\${{ runner.arch }}-${version}
      - id: check
        env:
          # The limits of deadheat.config, as the base has them. Without this line it fails for no figure.
          INPUT_GATE: config
        run: npx --yes deadheat@${version} github check
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: always() && steps.check.outputs.folder != ''
        with:
          name: deadheat-check
          path: \${{ steps.check.outputs.folder }}
`;
}

function commentText(version: string): string {
  return `# Tells a pull request what its check has found. This job may write comments, so it checks out nothing and runs nothing of
# the pull request's: it reads the check's figures, and which pull request it was from GitHub.
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
      - env:
          GITHUB_TOKEN: \${{ github.token }}
          # Of what npx installs, nothing runs before it is asked to.
          npm_config_ignore_scripts: "true"
        run: npx --yes deadheat@${version} github comment
`;
}
