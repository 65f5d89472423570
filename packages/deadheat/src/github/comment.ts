import * as v from "valibot";
import { amount, messageOf, UsageError, wholeEnvironment } from "@deadheat/journal";
import { readGated, type Gated } from "@deadheat/judge";
import { renderComparedMarkdown } from "@deadheat/report";
import {
  counted,
  readEvent,
  requireVariable,
  workflowRunEvent,
  type WorkflowRun,
} from "./event.ts";
import { artifactName, checkId, takeInputs } from "./inputs.ts";
import { restOf, type Rest } from "./rest.ts";
import { stick } from "./sticky.ts";
import { readZipped } from "./zip.ts";

/** The largest artifact that is downloaded, as a ZIP file. Deflating shrinks its contents to a tenth or less. */
const ARTIFACT_BYTES = 4_000_000;
/** The length of the longest comment that GitHub accepts, in characters, less some room for the last lines. */
const LONGEST = 65_000;

/**
 * Writes the findings of a check as a comment on its pull request. This runs in the job that follows the check
 * (`workflow_run`). The job has a token that may write, so it trusts no text from the check: the metrics come from the
 * check's artifact, but GitHub's API says to which pull request they belong.
 * @returns a line that says what was done
 * @throws UsageError if the artifact cannot be read, EnvironmentError, Interrupted
 */
export async function comment(signal: AbortSignal): Promise<string> {
  const inputs = takeInputs();
  const id = checkId(inputs);
  const run = runOf(readEvent());
  if (run.event !== "pull_request") return `nothing to say: ${run.event} started that run`;
  const rest = restOf({
    api: wholeEnvironment().GITHUB_API_URL || "https://api.github.com",
    repository: requireVariable("GITHUB_REPOSITORY"),
    token: requireVariable("GITHUB_TOKEN"),
    signal,
  });
  const pullRequest = await pullRequestOf(run, rest);
  if (typeof pullRequest === "string") return `nothing to say: ${pullRequest}`;
  const artifact = await artifactOf(run, artifactName(id), rest);
  if (artifact === null) return `nothing to say: that run left no artifact ${artifactName(id)}`;
  const zip = await rest.download(`/actions/artifacts/${artifact}/zip`, ARTIFACT_BYTES);
  const gated = readGated(jsonOf(zip));
  const done = await stick(rest, pullRequest, {
    id,
    author: inputs.text("author") ?? "github-actions[bot]",
    number: { run: run.id, attempt: run.run_attempt },
    text: textOf(gated, run),
  });
  return {
    written: "wrote the comment",
    updated: "updated the comment",
    older: "kept the comment: it is from a later run",
  }[done];
}

function runOf(event: unknown): WorkflowRun {
  const parsed = v.safeParse(workflowRunEvent, event);
  if (parsed.success) return parsed.output.workflow_run;
  throw new UsageError(
    "This event has no workflow_run. Use this step in a workflow on workflow_run",
  );
}

const pullsSchema = v.array(v.object({ number: counted, head: v.object({ sha: v.string() }) }));

/** Returns the number of a run's pull request, from GitHub's own facts about the run; or the reason if there is none. */
async function pullRequestOf(run: WorkflowRun, rest: Rest): Promise<number | string> {
  const { head_branch: branch, head_repository: fork, head_sha: sha } = run;
  if (branch === null || fork === null) return "the branch of the run was deleted";
  const head = encodeURIComponent(`${fork.owner.login}:${branch}`);
  const open = await rest.get(`/pulls?state=open&head=${head}&per_page=100`, pullsSchema);
  const known = run.pull_requests.map(({ number }) => number);
  const numbers = open
    .filter((pull) => pull.head.sha === sha)
    .map(({ number }) => number)
    .filter((number) => known.length === 0 || known.includes(number));
  const [number, ...others] = numbers;
  if (number === undefined) return `no open pull request is at ${sha.slice(0, 7)} now`;
  if (others.length === 0) return number;
  return `${numbers.length} pull requests are at ${sha.slice(0, 7)}, and the run does not name one of them`;
}

const artifactsSchema = v.object({
  artifacts: v.array(
    v.object({
      id: counted,
      name: v.string(),
      size_in_bytes: amount,
      expired: v.boolean(),
    }),
  ),
});

/** Returns the newest artifact of that name; a run that is started again uploads another one. */
async function artifactOf(run: WorkflowRun, name: string, rest: Rest): Promise<number | null> {
  const path = `/actions/runs/${run.id}/artifacts?name=${name}&per_page=100`;
  const { artifacts } = await rest.get(path, artifactsSchema);
  const there = artifacts.filter((artifact) => artifact.name === name && !artifact.expired);
  const [newest] = there.toSorted((a, b) => b.id - a.id);
  if (newest === undefined) return null;
  if (newest.size_in_bytes <= ARTIFACT_BYTES) return newest.id;
  throw new UsageError(
    `The artifact ${name} was not read: it has ${newest.size_in_bytes} bytes, and a check's has at most ${ARTIFACT_BYTES}`,
  );
}

function jsonOf(zip: Buffer): string {
  let json: Buffer | null;
  try {
    json = readZipped(zip, "gate.json", 1_000_000);
  } catch (error) {
    throw new UsageError(`The artifact cannot be read: ${messageOf(error)}`);
  }
  if (json === null) throw new UsageError("The artifact has no gate.json");
  return json.toString("utf8");
}

function textOf(gated: Gated, { id, head_sha: sha, run_number: run }: WorkflowRun): string {
  const server = wholeEnvironment().GITHUB_SERVER_URL || "https://github.com";
  const address = `${server}/${requireVariable("GITHUB_REPOSITORY")}/actions/runs/${id}`;
  const text = renderComparedMarkdown(gated);
  // The first paragraph holds the verdict.
  const shown =
    text.length <= LONGEST ? text : text.slice(0, text.indexOf("\n\n")).slice(0, LONGEST);
  return `${shown.trimEnd()}\n\n[Run ${run}](${address}) of ${sha.slice(0, 12)}.`;
}
