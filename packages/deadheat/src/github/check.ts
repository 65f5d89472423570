import process from "node:process";
import { UsageError, wholeEnvironment } from "@deadheat/journal";
import { exitCodeOfGate, onUndecided, type Limits } from "@deadheat/judge";
import { renderCompared } from "@deadheat/report";
import type { ExitCode, Io } from "../cli/command.ts";
import { asked } from "../cli/compare-options.ts";
import { limitsFrom, secondsOf, shareOf } from "../config/quantity.ts";
import { appSources } from "../entrants/app-file.ts";
import type { Gated } from "../gate/gate.ts";
import type { GateOptions } from "../gate/options.ts";
import { baseOf, projectOfBase } from "./base.ts";
import { checkId, takeInputs, type Inputs } from "./inputs.ts";
import { leave } from "./left.ts";
import { unmeasured } from "./unmeasured.ts";

/**
 * Checks a pull request as a step of a workflow: a gate with the action's inputs. The findings, or the reason why there are
 * none, go into the job's summary, into files for an artifact, and into the step's outputs. The check writes nowhere else
 * and needs no token, so pull requests from forks are checked like any other.
 * @returns the exit code of the gate; 0 without the input `gate`, whatever the metrics say
 * @throws the errors of `gate`
 */
export async function check(
  io: Io,
  gate: (options: GateOptions) => Promise<Gated>,
): Promise<ExitCode> {
  const inputs = takeInputs();
  const id = checkId(inputs);
  try {
    refuseEvent();
    const lenient = choice(inputs, "on-undecided", onUndecided) ?? "undecided";
    const base = inputs.text("base") ?? (await baseOf(process.cwd()));
    const project = await projectOfBase(base, process.cwd());
    const { out, cause, ...gated } = await gate({ ...gateOptions(base, inputs, io), project });
    if (out !== null) io.note(`journals: ${out}`);
    leave(id, gated, out);
    const reason = cause?.message ?? gated.gate.reason;
    io.stdout.write(renderCompared({ ...gated, gate: { ...gated.gate, reason } }));
    const reportsOnly = inputs.text("gate") === null && gated.comparisons.length > 0;
    return reportsOnly ? 0 : exitCodeOfGate(gated.gate.outcome, lenient);
  } catch (error) {
    if (!io.signal.aborted) leave(id, unmeasured(error), null);
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
  const event = wholeEnvironment().GITHUB_EVENT_NAME;
  if (event === undefined || SAFE_EVENTS.has(event)) return;
  throw new UsageError(
    `on ${event} the measured code gets the repository's secrets and a token that writes. Run the check on ` +
      "pull_request, and the comment on workflow_run (deadheat init --github writes both)",
  );
}

function gateOptions(base: string, inputs: Inputs, { signal, note }: Io): GateOptions {
  const { text, lines, flag } = inputs;
  const given = <T>(name: string, value: T | null) => (value === null ? {} : { [name]: value });
  const gate = text("gate");
  return {
    ...asked({
      ...given("app", text("app")),
      ...given("appFrom", choice(inputs, "app-from", appSources)),
      ...given("setup", text("setup")),
      ...given("margin", amount(inputs, "margin", shareOf)),
      ...given("budget", amount(inputs, "budget", secondsOf)),
      request: lines("requests"),
    }),
    base,
    new: text("head") ?? "HEAD",
    config: text("config") ?? undefined,
    targets: lines("targets"),
    runtimes: lines("runtimes"),
    control: flag("control", true),
    explain: flag("explain", false),
    gate: gate === "config" ? null : limitsIn(gate),
    signal,
    onProgress: note,
  };
}

/** @throws UsageError if the input is given and cannot be read */
function limitsIn(written: string | null): Limits | null {
  if (written === null) return null;
  const limits = limitsFrom(written);
  if (limits !== null) return limits;
  throw new UsageError(
    `gate: ${JSON.stringify(written)} must be a percentage like 5% or 0.5%, or one for each metric like cpu:5%,start:20%`,
  );
}

/** @throws UsageError if the input is given and cannot be read */
function amount(
  { text }: Inputs,
  name: string,
  read: (written: string) => number | null,
): number | null {
  const written = text(name);
  if (written === null) return null;
  const value = read(written);
  if (value !== null) return value;
  const like = read === secondsOf ? "a time like 90s, 20m or 2h" : "a percentage like 5% or 0.5%";
  throw new UsageError(`${name}: ${JSON.stringify(written)} must be ${like}`);
}

/** @throws UsageError if the input is given and is none of the choices */
function choice<const T extends string>(
  { text }: Inputs,
  name: string,
  choices: readonly T[],
): T | null {
  const written = text(name);
  const found = choices.find((one) => one === written) ?? null;
  if (written === null || found !== null) return found;
  throw new UsageError(`${name}: ${JSON.stringify(written)} must be one of ${choices.join(", ")}`);
}
