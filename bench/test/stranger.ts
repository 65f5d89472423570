import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { TestContext } from "node:test";
import {
  pullRequestIn,
  type PullRequest,
} from "../../packages/deadheat/test/github-pull-request.ts";
import { githubIn, TOKEN } from "../../packages/deadheat/test/github-rest.ts";
import { runWorkflow, type Ran } from "../../packages/deadheat/test/github-runner.ts";
import { zipOf } from "../../packages/deadheat/test/github-zip.ts";
import { git, repositoryIn } from "../../packages/versions/test/revisions-repository.ts";

// A repository that knows nothing of this one, the pull request that makes its server slower, and the two workflows that
// `deadheat init --github` writes there, run step by step.

const WORKFLOWS = ".github/workflows";

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. The registry answers in this process, so nothing here may block it. */
export function ran(
  [program = "", ...args]: readonly string[],
  options: { readonly cwd?: string; readonly env: Readonly<Record<string, string>> },
): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      done({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** Returns a server whose requests take so many square roots. */
export const serverOf = (loops: number) => `import { createServer } from "node:http";
let sum = 0;
createServer((request, response) => {
  for (let i = 0; i < ${loops}; i++) sum += Math.sqrt(i);
  response.end("Hello");
}).listen(process.env.PORT, "127.0.0.1");
`;

/**
 * Makes a repository with a server, runs `init --github` in it, commits what that wrote, and opens a pull request that makes
 * the server slower.
 */
export async function openedBy(
  folder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ pullRequest: PullRequest; notes: string }> {
  const files = {
    "package.json": `{ "scripts": { "start": "node server.mjs" } }\n`,
    "server.mjs": serverOf(2000),
  };
  const first = repositoryIn(join(folder, "first"), files);
  const words = [...command, "init", "--github"];
  const { status, stdout, stderr } = await ran(words, { cwd: first, env });
  assert.equal(status, 0, stderr);
  const written = git(first, "ls-files", "--others", "--exclude-standard").split("\n");
  const workflows = ["deadheat-comment.yml", "deadheat.yml"].map((name) => `${WORKFLOWS}/${name}`);
  assert.deepEqual(written.toSorted(), [...workflows, "deadheat.config.mjs"]);
  const added = written.map((path) => [path, readFileSync(join(first, path), "utf8")]);
  const all = { ...files, ...Object.fromEntries(added) };
  const slower = { "server.mjs": serverOf(40_000) };
  return { pullRequest: pullRequestIn(folder, all, slower, 2), notes: stdout + stderr };
}

interface Machine {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly actionAt: (uses: string) => string | null;
}

interface Artifact {
  readonly name: string;
  readonly zip: Buffer;
}

/** Runs the workflow of the check, and returns what it uploads. */
export async function checked(
  { workspace, event }: PullRequest,
  { folder, env, actionAt }: Machine,
): Promise<{ ran: Ran; artifact: Artifact }> {
  const own = join(folder, "check-job");
  mkdirSync(own);
  const job = await runWorkflow(join(workspace, WORKFLOWS, "deadheat.yml"), {
    workspace,
    folder: own,
    event,
    env: { ...env, GITHUB_EVENT_NAME: "pull_request" },
    actionAt,
  });
  const uploaded = job.used.find(({ uses }) => uses.startsWith("actions/upload-artifact@"))?.with;
  const { name, path } = uploaded ?? assert.fail(job.log);
  return { ran: job, artifact: { name: name ?? "", zip: zipOf(filesOf(path ?? "")) } };
}

function filesOf(folder: string): Record<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [relative(folder, file), readFileSync(file)]));
}

/** Runs the workflow of the comment with that artifact, and returns the comment. */
export async function commented(
  t: TestContext,
  { workspace, head }: PullRequest,
  { name, zip }: Artifact,
  { folder, env, actionAt }: Machine,
): Promise<string> {
  const run = 500;
  const github = await githubIn(t, {
    pulls: [{ number: 7, label: "our:change", ref: "change", sha: head }],
    artifacts: [{ id: 70, run, name, zip }],
    comments: new Map(),
  });
  const own = join(folder, "comment-job");
  // The job checks nothing out.
  const empty = join(own, "workspace");
  mkdirSync(empty, { recursive: true });
  const job = await runWorkflow(join(workspace, WORKFLOWS, "deadheat-comment.yml"), {
    workspace: empty,
    folder: own,
    event: {
      action: "completed",
      workflow_run: {
        id: run,
        event: "pull_request",
        run_number: 12,
        run_attempt: 1,
        head_sha: head,
        head_branch: "change",
        head_repository: { owner: { login: "our" } },
        pull_requests: [],
      },
    },
    token: TOKEN,
    env: { ...env, GITHUB_API_URL: github.api, GITHUB_SERVER_URL: "https://github.test" },
    actionAt,
  });
  assert.equal(job.code, 0, job.log);
  const [comment] = github.state.comments.get(7) ?? [];
  return comment?.body ?? assert.fail(job.log);
}
