import process from "node:process";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";
import { readGated, type Gated } from "@deadheat/judge";
import { renderGateMarkdown } from "@deadheat/report";
import { readEvent, requireVariable, workflowRunEvent, type WorkflowRun } from "./event.ts";
import { artifactName, checkId, takeInputs } from "./inputs.ts";
import { restOf, type Rest } from "./rest.ts";
import { stick } from "./sticky.ts";
import { readZipped } from "./zip.ts";

/** Of the artifact as it comes; what is in it is packed to a tenth or less. */
const ARTIFACT_BYTES = 4_000_000;
/** What GitHub takes as a comment, in characters, with room for the last lines. */
const LONGEST = 65_000;

/**
 * Tells a pull request what the check of it has found, in the job that follows the check's (`workflow_run`), which may write
 * and therefore trusts nothing of what it draws: the figures come from the check's artifact, where they go from GitHub.
 * @returns in a line what was done
 * @throws UsageError for an artifact that is none, EnvironmentError, Interrupted
 */
export async function comment(signal: AbortSignal): Promise<string> {
  const inputs = takeInputs();
  const id = checkId(inputs);
  const run = runOf(readEvent());
  if (run.event !== "pull_request") return `nothing to say: that run was begun by ${run.event}`;
  const rest = restOf({
    api: process.env.GITHUB_API_URL || "https://api.github.com",
    repository: requireVariable("GITHUB_REPOSITORY"),
    token: requireVariable("GITHUB_TOKEN"),
    signal,
  });
  const pullRequest = await pullRequestOf(run, rest);
  if (typeof pullRequest === "string") return `nothing to say: ${pullRequest}`;
  const artifact = await artifactOf(run, artifactName(id), rest);
  if (artifact === null) return `nothing to say: that run left no artifact ${artifactName(id)}`;
  const gated = await gatedOf(artifact, rest);
  const done = await stick(rest, pullRequest, {
    id,
    author: inputs.text("author") ?? "github-actions[bot]",
    number: { run: run.id, attempt: run.run_attempt },
    text: textOf(gated, run),
  });
  return {
    written: "the comment is written",
    updated: "the comment is up to date",
    older: "the comment is from a later run, and stays",
  }[done];
}

function runOf(event: unknown): WorkflowRun {
  const parsed = v.safeParse(workflowRunEvent, event);
  if (parsed.success) return parsed.output.workflow_run;
  throw new UsageError(
    "this event has no workflow_run: this is a step of a workflow on workflow_run",
  );
}

const pullsSchema = v.array(v.object({ number: v.number(), head: v.object({ sha: v.string() }) }));

/** Its number, found by what GitHub says of the run and by nothing else; or why there is none. */
async function pullRequestOf(run: WorkflowRun, rest: Rest): Promise<number | string> {
  const { head_branch: branch, head_repository: fork, head_sha: sha } = run;
  if (branch === null || fork === null) return "its branch is gone";
  const head = encodeURIComponent(`${fork.owner.login}:${branch}`);
  const open = await rest.get(`/pulls?state=open&head=${head}&per_page=100`, pullsSchema);
  const known = run.pull_requests.map(({ number }) => number);
  const numbers = open
    .filter((pull) => pull.head.sha === sha)
    .map(({ number }) => number)
    .filter((number) => known.length === 0 || known.includes(number));
  const [number, ...others] = numbers;
  if (number === undefined) return `no open pull request is at ${sha.slice(0, 7)} (any more)`;
  if (others.length === 0) return number;
  return `${numbers.length} pull requests are at ${sha.slice(0, 7)}, and the run does not say for which it was`;
}

const artifactsSchema = v.object({
  artifacts: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      size_in_bytes: v.number(),
      expired: v.boolean(),
    }),
  ),
});

/** The newest one of that name: a run that is started again leaves another. */
async function artifactOf(run: WorkflowRun, name: string, rest: Rest): Promise<number | null> {
  const path = `/actions/runs/${run.id}/artifacts?name=${name}&per_page=100`;
  const { artifacts } = await rest.get(path, artifactsSchema);
  const there = artifacts.filter((artifact) => artifact.name === name && !artifact.expired);
  const [newest] = there.toSorted((a, b) => b.id - a.id);
  if (newest === undefined) return null;
  if (newest.size_in_bytes <= ARTIFACT_BYTES) return newest.id;
  throw new UsageError(
    `the artifact ${name} has ${newest.size_in_bytes} bytes, and a check's never more than ${ARTIFACT_BYTES}: not read`,
  );
}

async function gatedOf(artifact: number, rest: Rest): Promise<Gated> {
  const zip = await rest.download(`/actions/artifacts/${artifact}/zip`, ARTIFACT_BYTES);
  return readGated(jsonOf(zip));
}

function jsonOf(zip: Buffer): string {
  let json: Buffer | null;
  try {
    json = readZipped(zip, "gate.json", 1_000_000);
  } catch (error) {
    throw new UsageError(`the artifact cannot be read: ${messageOf(error)}`);
  }
  if (json === null) throw new UsageError("there is no gate.json in the artifact");
  return json.toString("utf8");
}

function textOf(gated: Gated, { id, head_sha: sha, run_number: run }: WorkflowRun): string {
  const server = process.env.GITHUB_SERVER_URL || "https://github.com";
  const address = `${server}/${requireVariable("GITHUB_REPOSITORY")}/actions/runs/${id}`;
  const text = renderGateMarkdown(gated);
  // Its first paragraph is the answer.
  const shown =
    text.length <= LONGEST ? text : text.slice(0, text.indexOf("\n\n")).slice(0, LONGEST);
  return `${shown.trimEnd()}\n\n[Run ${run}](${address}) of ${sha.slice(0, 12)}.`;
}
