import { relative } from "node:path";
import { FOLDER, placeOf, SETUP_NODE, type Workflow } from "./workflow.ts";

/** The folder of a history, relative to that of the configuration, and the branch that keeps it. */
const HISTORY = "deadheat-history";

/**
 * Returns the workflow that measures the versions of the configuration every week and adds the new ones to the branch
 * `deadheat-history`. It opens no issue and no pull request. The job that runs measured code has a token that only reads; the
 * job that writes the branch runs nothing but git.
 * @param version the version of deadheat
 * @param folder the folder of the configuration
 */
export function historyWorkflow(version: string, repository: string, folder: string): Workflow {
  return {
    path: `${FOLDER}/deadheat-history.yml`,
    text: historyText(version, placeOf(relative(repository, folder))),
  };
}

function historyText(version: string, where: string): string {
  return `# Every week: measures the versions that the history lacks, and adds them to the branch ${HISTORY}. Opens nothing.
# deadheat.config says which versions: history: "v1.0.0..HEAD" or "hono@4.10..".
name: deadheat-history

on:
  schedule:
    - cron: "17 3 * * 0"
  workflow_dispatch:

permissions: {}

concurrency:
  group: deadheat-history

jobs:
  measure:
    permissions:
      contents: read
    runs-on: ubuntu-24.04
    timeout-minutes: 120
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          # The tags and all commits between them.
          fetch-depth: 0
          persist-credentials: false
      ${SETUP_NODE}
      - name: install
        working-directory: \${{ runner.temp }}
        run: npm install --prefix deadheat --ignore-scripts --no-audit --no-fund deadheat@${version}
      - name: measure
        working-directory: ${JSON.stringify(where === "" ? "." : where)}
        run: |
          mkdir -p "$RUNNER_TEMP/${HISTORY}"
          deadheat="$RUNNER_TEMP/deadheat/node_modules/deadheat/dist/main.js"
          if git rev-parse --verify --quiet origin/${HISTORY}; then
            git archive origin/${HISTORY} | tar -x -C "$RUNNER_TEMP/${HISTORY}"
            node "$deadheat" history --config --append "$RUNNER_TEMP/${HISTORY}"
          else
            node "$deadheat" history --config --out "$RUNNER_TEMP/${HISTORY}"
          fi
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        with:
          name: ${HISTORY}
          path: |
            \${{ runner.temp }}/${HISTORY}/result.json
            \${{ runner.temp }}/${HISTORY}/report.html
            \${{ runner.temp }}/${HISTORY}/report.md
            \${{ runner.temp }}/${HISTORY}/history.svg
  keep:
    needs: measure
    permissions:
      contents: write
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
        with:
          name: ${HISTORY}
          path: \${{ runner.temp }}/${HISTORY}
      - name: keep
        run: |
          git fetch --depth 1 origin ${HISTORY} && git checkout --force FETCH_HEAD || git checkout --orphan ${HISTORY}
          git rm -r --force --quiet --ignore-unmatch .
          cp "$RUNNER_TEMP/${HISTORY}"/* .
          git add result.json report.html report.md history.svg
          git diff --cached --quiet && exit 0
          git -c user.name=deadheat -c user.email=deadheat@users.noreply.github.com commit --quiet --message "The versions of this week"
          git push origin HEAD:refs/heads/${HISTORY}
`;
}
