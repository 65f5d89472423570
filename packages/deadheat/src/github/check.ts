import process from "node:process";
import { messageOf, UsageError, wholeEnvironment } from "@deadheat/journal";
import { exitCodeOfGate, onUndecided } from "@deadheat/judge";
import { renderCompared } from "@deadheat/report";
import { reasonOf, type Gated } from "../compare/gate.ts";
import { parseRequest } from "../config/request.ts";
import { optionTable, type OptionName } from "../plan/option-table.ts";
import type { GateOptions } from "../plan/options.ts";
import type { ExitCode, Io } from "../terminal/command.ts";
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
    const undecided = inputs.text("on-undecided") ?? "undecided";
    const lenient = onUndecided.find((one) => one === undecided);
    if (lenient === undefined) throw wrong("on-undecided", undecided, onUndecided);
    const base = inputs.text("base") ?? (await baseOf(process.cwd()));
    const project = await projectOfBase(base, process.cwd());
    const { out, cause, ...gated } = await gate({ ...gateOptions(base, inputs, io), project });
    if (out !== null) io.note(`journals: ${out}`);
    leave(id, gated, out);
    const reason = cause === null ? gated.gate.reason : reasonOf(cause);
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
    `On ${event}, the measured code gets the repository's secrets and a token that writes. Run the check on ` +
      "pull_request, and the comment on workflow_run (deadheat init --github writes both)",
  );
}

function gateOptions(base: string, inputs: Inputs, { signal, note }: Io): GateOptions {
  const { text, lines, flag } = inputs;
  const requests = lines("requests").map((line) => parseRequest(line, []));
  const gate = text("gate");
  return {
    ...given(inputs, "app", "appFrom", "setup", "margin", "budgetSeconds", "config"),
    ...(gate !== "config" && given(inputs, "gate")),
    ...(requests.length > 0 && { requests }),
    base,
    new: text("head") ?? "HEAD",
    targets: lines("targets"),
    runtimes: lines("runtimes"),
    control: flag("control", true),
    explain: flag("explain", false),
    signal,
    onProgress: note,
  };
}

/**
 * Reads inputs as the command line reads the options of the same names.
 * @throws UsageError if an input is given and cannot be read
 */
function given({ text }: Inputs, ...options: readonly OptionName[]): Partial<GateOptions> {
  return Object.fromEntries(
    options.flatMap((option) => {
      const { flags, parse, choices } = optionTable[option];
      const [flag = ""] = flags.split(" ");
      const name = flag.replace("--", "");
      const written = text(name);
      if (written === null) return [];
      if (choices?.includes(written) === false) throw wrong(name, written, choices);
      try {
        return [[option, parse === undefined ? written : parse(written)]];
      } catch (error) {
        throw new UsageError(
          `The input ${name} is ${JSON.stringify(written)}. ${messageOf(error)}`,
        );
      }
    }),
  );
}

function wrong(name: string, written: string, choices: readonly string[]): UsageError {
  return new UsageError(
    `The input ${name} is ${JSON.stringify(written)}. Choose from ${choices.join(", ")}`,
  );
}
