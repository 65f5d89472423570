import process from "node:process";
import { UsageError } from "@deadheat/journal";
import { readGated } from "@deadheat/judge";
import type { ExitCode } from "../cli/command.ts";
import { gatedText } from "../cli/text/gated-text.ts";
import type { Io } from "../cli/io.ts";
import { baseOf } from "./base.ts";
import { checkId, takeInputs, type Inputs } from "./inputs.ts";
import { leave } from "./left.ts";
import { unmeasured } from "./unmeasured.ts";

/** `deadheat gate`, with these arguments: what it prints, and what it would exit with. */
export type RunGate = (args: readonly string[]) => Promise<{ stdout: string; code: ExitCode }>;

/**
 * The check of a pull request, as a step of a workflow: `deadheat gate` with the action's inputs. What it has found, or why
 * it found nothing, is in the job's summary, in files for an artifact, and in the step's outputs. It writes nowhere else
 * and needs no token, so that a fork's pull request is checked like any other.
 * @returns what `gate` would exit with; without the input `gate` 0, whatever the figures say
 * @throws as `gate`
 */
export async function check(io: Io, runGate: RunGate): Promise<ExitCode> {
  const inputs = takeInputs();
  const id = checkId(inputs);
  try {
    refuseEvent();
    const base = inputs.text("base") ?? (await baseOf(process.cwd()));
    const { stdout, code } = await runGate(gateArguments(base, inputs));
    const gated = readGated(stdout);
    leave(id, gated);
    io.stdout.write(gatedText(gated, null));
    const reportsOnly = inputs.text("gate") === null && gated.comparisons.length > 0;
    return reportsOnly ? 0 : code;
  } catch (error) {
    if (!io.signal.aborted) leave(id, unmeasured(error));
    throw error;
  }
}

/**
 * Events of the repository's own, and pull_request. On all others, such as pull_request_target, workflow_run and
 * issue_comment, a stranger can start the job, and the job has the repository's secrets.
 */
const SAFE_EVENTS = new Set([
  "pull_request",
  "merge_group",
  "push",
  "release",
  "repository_dispatch",
  "schedule",
  "workflow_dispatch",
]);

function refuseEvent(): void {
  const event = process.env.GITHUB_EVENT_NAME;
  if (event === undefined || SAFE_EVENTS.has(event)) return;
  throw new UsageError(
    `on ${event} the code that is measured gets the repository's secrets and a token that writes: run the check ` +
      "on pull_request, and the comment on workflow_run (deadheat init --github writes both)",
  );
}

const SINGLE = ["app", "app-from", "config", "setup", "margin", "budget", "on-undecided"] as const;
const SEVERAL = { targets: "target", runtimes: "runtime", requests: "request" } as const;

/** Values are joined to their options, so that none can be taken for one. */
function gateArguments(base: string, { text, lines, flag }: Inputs): string[] {
  const given = (option: string, value: string | null) =>
    value === null ? [] : [`--${option}=${value}`];
  const several = Object.entries(SEVERAL).flatMap(([name, option]) =>
    lines(name).map((line) => `--${option}=${line}`),
  );
  const gate = text("gate");
  return [
    "gate",
    "--json",
    ...SINGLE.flatMap((name) => given(name, text(name))),
    ...several,
    ...given("gate", gate === "config" ? null : gate),
    ...(flag("control", true) ? ["--control"] : []),
    "--",
    base,
    text("head") ?? "HEAD",
  ];
}
