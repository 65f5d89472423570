import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { UsageError } from "@deadheat/journal";

/** Where the workflow goes, below the repository's root. */
export const WORKFLOW = ".github/workflows/deadheat.yml";

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

/** @throws UsageError where a workflow gives the code of a pull request what only the repository may have */
export function assertNoTarget(repository: string): void {
  const folder = dirname(join(repository, WORKFLOW));
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files.filter((name) => /\.ya?ml$/.test(name))) {
    const text = readFileSync(join(folder, file), "utf8").replaceAll(/(?:^|\s)#.*/g, "");
    if (!/\bpull_request_target\b/.test(text) || !/\bdeadheat\b/.test(text)) continue;
    throw new UsageError(
      `.github/workflows/${file} runs deadheat on pull_request_target, where the code of a pull request that is measured ` +
        "gets the repository's secrets and a token that writes: let it run on pull_request",
    );
  }
}

/**
 * A check of pull requests. It runs their code: on pull_request alone, without secrets, with a token that only reads.
 * @param version of deadheat
 * @param folder of the configuration
 */
export function workflowText(version: string, repository: string, folder: string): string {
  const place = relative(repository, folder).replaceAll("\\", "/");
  return `# Is a pull request slower than what it is based on? 0: no; 1: yes, beyond the gate; 4: undecided, a longer budget may
# decide it; 2 and 3: it could not be measured.
name: deadheat

on: pull_request

permissions:
  contents: read

concurrency:
  group: deadheat-\${{ github.ref }}
  cancel-in-progress: true

jobs:
  gate:
    runs-on: ubuntu-24.04
    timeout-minutes: 60${place === "" ? "" : `\n    defaults:\n      run:\n        working-directory: ${JSON.stringify(place)}`}
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          # The base has to be there too.
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 24
      - name: gate
        run: npx --yes deadheat@${version} gate "origin/$GITHUB_BASE_REF...HEAD"
`;
}
