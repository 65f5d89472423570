import process from "node:process";
import { UsageError } from "@deadheat/journal";
import { readGated } from "@deadheat/judge";
import { renderGate } from "@deadheat/report";
import type { ExitCode } from "../cli/command.ts";
import type { Io } from "../cli/io.ts";
import { baseOf } from "./base.ts";
import { checkId, takeInputs, type Inputs } from "./inputs.ts";
import { leave } from "./left.ts";
import { unmeasured } from "./unmeasured.ts";

/** Runs `deadheat gate` with these arguments, and returns its output and its exit code. */
export type RunGate = (args: readonly string[]) => Promise<{ stdout: string; code: ExitCode }>;

/**
 * Checks a pull request as a step of a workflow: runs `deadheat gate` with the action's inputs. The findings, or the reason
 * why there are none, go into the job's summary, into files for an artifact, and into the step's outputs. The check writes
 * nowhere else and needs no token, so pull requests from forks are checked like any other.
 * @returns the exit code of `gate`; 0 without the input `gate`, whatever the figures say
 * @throws the errors of `gate`
 */
export async function check(io: Io, runGate: RunGate): Promise<ExitCode> {
  const inputs = takeInputs();
  const id = checkId(inputs);
  try {
    refuseTarget();
    const base = inputs.text("base") ?? (await baseOf(process.cwd()));
    const { stdout, code } = await runGate(gateArguments(base, inputs));
    const gated = readGated(stdout);
    leave(id, gated);
    io.stdout.write(renderGate(gated, { out: null }));
    const reportsOnly = inputs.text("gate") === null && gated.comparisons.length > 0;
    return reportsOnly ? 0 : code;
  } catch (error) {
    if (!io.signal.aborted) leave(id, unmeasured(error));
    throw error;
  }
}

function refuseTarget(): void {
  if (process.env.GITHUB_EVENT_NAME !== "pull_request_target") return;
  throw new UsageError(
    "on pull_request_target the measured code gets the repository's secrets and a token that writes. Run the check on " +
      "pull_request, and the comment on workflow_run (deadheat init --github writes both)",
  );
}

const SINGLE = ["app", "app-from", "config", "setup", "margin", "budget", "on-undecided"] as const;
const SEVERAL = { targets: "target", runtimes: "runtime", requests: "request" } as const;

/** Returns the arguments of the gate. Each value is joined to its option, so no value can be read as an option. */
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
