import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import type { Gated } from "@deadheat/judge";
import { bundleComment, commentSha256 } from "../src/github/bundle.ts";
import { folderOf } from "./config-folder.ts";
import { TOKEN, type GitHub, type State } from "./github-rest.ts";
import { runAction, type Ran } from "./github-runner.ts";
import { zipOf } from "./github-zip.ts";

const RUN = 500;
export const HEAD = "c".repeat(40);

/** Returns GitHub's description of a check's run. The run is of a fork, so GitHub names no pull request. */
export const runOf = (changes: object = {}) => ({
  id: RUN,
  event: "pull_request",
  run_number: 12,
  run_attempt: 1,
  head_sha: HEAD,
  head_branch: "patch/1",
  head_repository: { owner: { login: "somebody" } },
  pull_requests: [],
  ...changes,
});

export const artifactOf = (zip: Buffer, changes: Partial<State["artifacts"][number]> = {}) => ({
  id: 70,
  run: RUN,
  name: "deadheat-check",
  zip,
  ...changes,
});

export const leftOf = (document: Gated) =>
  zipOf({ "report.md": "# report", "gate.json": JSON.stringify(document) });

export function stateOf(zip: Buffer, changes: Partial<State> = {}): State {
  return {
    pulls: [{ number: 7, label: "somebody:patch/1", ref: "patch/1", sha: HEAD }],
    artifacts: [artifactOf(zip)],
    comments: new Map(),
    ...changes,
  };
}

const action = join(import.meta.dirname, "../../../comment");
const download = readFileSync(join(action, "download.mjs"), "utf8");

/**
 * The comment action as a release has it, with the hash of the current sources, and a stand-in for npm that packs the
 * release, and fails beside a token.
 */
export const released = folderOf(
  { after },
  {
    "action.yml": readFileSync(join(action, "action.yml"), "utf8"),
    "download.mjs": download
      .replace("IS_PUBLISHED = false", "IS_PUBLISHED = true")
      .replace(/"[0-9a-f]{64}"/, JSON.stringify(await commentSha256())),
    "npm/package/dist/comment.mjs": await bundleComment(),
    "bin/npm": `#!/bin/sh
      [ -z "$GITHUB_TOKEN$TOKEN" ] || exit 9
      tar -czf "deadheat-\${3#deadheat@}.tgz" -C "$(dirname "$0")/../npm" package`,
  },
);
chmodSync(join(released, "bin/npm"), 0o755);

/** Runs the comment action in a job without a checkout. */
export async function comment(
  t: TestContext,
  github: GitHub,
  run: object = {},
  inputs = {},
): Promise<Ran> {
  const folder = folderOf(t, {});
  return runAction(join(released, "action.yml"), {
    workspace: folder,
    folder,
    event: { action: "completed", workflow_run: runOf(run) },
    inputs,
    token: TOKEN,
    programs: join(released, "bin"),
    env: { GITHUB_API_URL: github.api, GITHUB_SERVER_URL: "https://github.test" },
  });
}

export const bodies = ({ state }: GitHub, number = 7) =>
  (state.comments.get(number) ?? []).map(({ body }) => body);
