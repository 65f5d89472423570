import { readFileSync } from "node:fs";
import process from "node:process";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";

// What GitHub tells a job of the event that began it: the fields that are read here.
// https://docs.github.com/en/webhooks/webhook-events-and-payloads

const sha = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));

export const pullRequestEvent = v.object({
  pull_request: v.object({ head: v.object({ sha }), base: v.object({ ref: v.string() }) }),
});

export const workflowRunEvent = v.object({
  workflow_run: v.object({
    id: v.number(),
    /** What began that run. */
    event: v.string(),
    run_number: v.number(),
    run_attempt: v.number(),
    head_sha: sha,
    /** Null: deleted since. */
    head_branch: v.nullable(v.string()),
    head_repository: v.nullable(v.object({ owner: v.object({ login: v.string() }) })),
    /** Empty for one from a fork. */
    pull_requests: v.array(v.object({ number: v.number() })),
  }),
});
export type WorkflowRun = v.InferOutput<typeof workflowRunEvent>["workflow_run"];

/** @throws UsageError outside of a job of GitHub's */
export function readEvent(): unknown {
  try {
    return JSON.parse(readFileSync(requireVariable("GITHUB_EVENT_PATH"), "utf8"));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`GITHUB_EVENT_PATH cannot be read: ${messageOf(error)}`);
  }
}

/** @throws UsageError where it is not set */
export function requireVariable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new UsageError(`${name} is not set: this command is a step of a workflow on GitHub`);
}
