import * as v from "valibot";
import { messageOf, readText, UsageError, wholeEnvironment } from "@deadheat/journal";

// The fields that deadheat reads of the event that started a job.
// https://docs.github.com/en/webhooks/webhook-events-and-payloads

/** A number that GitHub counts up from 1. */
export const counted = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const sha = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));

export const pullRequestEvent = v.object({
  pull_request: v.object({ head: v.object({ sha }), base: v.object({ ref: v.string() }) }),
});

export const workflowRunEvent = v.object({
  workflow_run: v.object({
    id: counted,
    /** The name of the event that started that run. */
    event: v.string(),
    run_number: counted,
    run_attempt: counted,
    head_sha: sha,
    /** null if the branch was deleted since. */
    head_branch: v.nullable(v.string()),
    head_repository: v.nullable(v.object({ owner: v.object({ login: v.string() }) })),
    /** Empty for a pull request from a fork. */
    pull_requests: v.array(v.object({ number: counted })),
  }),
});
export type WorkflowRun = v.InferOutput<typeof workflowRunEvent>["workflow_run"];

/** Reads the event that started this job. @throws UsageError outside of GitHub Actions */
export function readEvent(): unknown {
  try {
    return JSON.parse(readText(requireVariable("GITHUB_EVENT_PATH")));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`GITHUB_EVENT_PATH cannot be read: ${messageOf(error)}`);
  }
}

/** Returns an environment variable. @throws UsageError if the variable is not set */
export function requireVariable(name: string): string {
  const value = wholeEnvironment()[name];
  if (value) return value;
  throw new UsageError(`${name} is not set. This command runs as a step of a workflow on GitHub`);
}
