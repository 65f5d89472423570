import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import process from "node:process";

const root = join(import.meta.dirname, "../../..");
const { NODE_COMPILE_CACHE } = process.env;

/** The path of the workspace's Bun. */
export const bun = createRequire(join(root, "package.json")).resolve("bun/bin/bun.exe");

/** Reads a YAML file with Bun. */
export function yamlOf(file: string): unknown {
  const script = "console.log(JSON.stringify(Bun.YAML.parse(await Bun.stdin.text())))";
  const input = readFileSync(file);
  return JSON.parse(execFileSync(bun, ["-e", script], { input, encoding: "utf8" }));
}

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string | number | boolean>>;
  readonly "working-directory"?: string;
}

export interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { description: string; default: string }>>;
  readonly outputs?: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** Returns the path of an action, which may be relative to the repository. */
const pathOf = (name: string) => (isAbsolute(name) ? name : join(root, name));

const actions = new Map<string, Action>();

export function readAction(name: string): Action {
  const action = actions.get(name) ?? (yamlOf(pathOf(name)) as Action);
  actions.set(name, action);
  return action;
}

interface Job {
  /** The folder of the checkout. */
  readonly workspace: string;
  /** The folder for the other files of the job: event, summary, temporary files. */
  readonly folder: string;
  readonly event: object;
  readonly inputs: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** The folder at the front of PATH. */
  readonly programs?: string;
  /** Returns the file of an action that runs too; null if it is only listed. */
  readonly actionAt?: (uses: string) => string | null;
}

export interface Ran {
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The steps that are actions, with their inputs. */
  readonly used: readonly { uses: string; with: Readonly<Record<string, string>> }[];
}

/**
 * Runs a composite action like GitHub's runner: bash runs its scripts, with only the environment of the job. The
 * actions that it uses are listed, and run if `actionAt` has them.
 */
export function runAction(name: string, job: Job): Promise<Ran> {
  return runSteps(readAction(name), pathOf(name), job);
}

/** Runs the only job of a workflow. */
export function runWorkflow(file: string, job: Omit<Job, "inputs">): Promise<Ran> {
  const { jobs } = yamlOf(file) as { jobs: Record<string, { steps: readonly Step[] }> };
  const [only, ...others] = Object.values(jobs);
  if (only === undefined || others.length > 0) throw new Error(`${file} has not one job`);
  const runs = { using: "workflow", steps: only.steps };
  return runSteps({ name: "", description: "", inputs: {}, runs }, file, { ...job, inputs: {} });
}

async function runSteps(action: Action, file: string, job: Job): Promise<Ran> {
  mkdirSync(join(job.folder, "temp"), { recursive: true });
  const files = { event: "event.json", summary: "summary.md", output: "output" };
  const paths = Object.fromEntries(
    Object.entries(files).map(([key, own]) => [key, join(job.folder, own)]),
  ) as Record<keyof typeof files, string>;
  writeFileSync(paths.event, JSON.stringify(job.event));
  writeFileSync(paths.summary, "");
  const contexts: Contexts = {
    github: { token: job.token ?? "", sha: "0".repeat(40) },
    runner: { os: "Linux", arch: "X64", temp: join(job.folder, "temp") },
    inputs: {},
    steps: {},
  };
  for (const [input, { default: usual }] of Object.entries(action.inputs)) {
    contexts.inputs[input] = job.inputs[input] ?? filled(usual, contexts);
  }
  const used: { uses: string; with: Record<string, string> }[] = [];
  let code = 0;
  let log = "";
  let summary = "";
  for (const step of action.runs.steps) {
    if (!holds(step.if ?? "success()", contexts, code)) continue;
    if (step.uses !== undefined) {
      const given = filledAll(step.with ?? {}, contexts);
      used.push({ uses: step.uses, with: given });
      const own = job.actionAt?.(step.uses) ?? null;
      if (own === null) continue;
      const ran = await runAction(own, {
        ...job,
        folder: join(job.folder, "inner"),
        inputs: given,
      });
      code ||= ran.code;
      log += ran.log;
      summary += ran.summary;
      used.push(...ran.used);
      if (step.id !== undefined) contexts.steps[step.id] = { ...ran.outputs };
      continue;
    }
    writeFileSync(paths.output, "");
    const script = join(job.folder, "temp/script.sh");
    writeFileSync(script, filled(step.run ?? "", contexts));
    const ran = await bash(
      script,
      resolve(job.workspace, filled(step["working-directory"] ?? ".", contexts)),
      {
        PATH: [job.programs || [], dirname(process.execPath), process.env.PATH ?? ""]
          .flat()
          .join(delimiter),
        HOME: process.env.HOME ?? "",
        ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
        ...job.env,
        GITHUB_ACTIONS: "true",
        GITHUB_ACTION_PATH: dirname(file),
        GITHUB_EVENT_PATH: paths.event,
        GITHUB_OUTPUT: paths.output,
        GITHUB_REPOSITORY: "our/framework",
        GITHUB_STEP_SUMMARY: paths.summary,
        GITHUB_WORKFLOW: "deadheat",
        RUNNER_TEMP: join(job.folder, "temp"),
        ...filledAll(step.env ?? {}, contexts),
      },
    );
    code ||= ran.code;
    log += ran.log;
    if (step.id !== undefined)
      contexts.steps[step.id] = outputsOf(readFileSync(paths.output, "utf8"));
  }
  const outputs = Object.entries(action.outputs ?? {}).map(([key, { value }]) => [
    key,
    filled(value, contexts),
  ]);
  return {
    code,
    log,
    summary: summary + readFileSync(paths.summary, "utf8"),
    outputs: Object.fromEntries(outputs),
    used,
  };
}

function bash(script: string, cwd: string, env: Record<string, string>) {
  // https://docs.github.com/en/actions/reference/workflow-syntax-for-github-actions (shell: bash)
  const args = ["--noprofile", "--norc", "-eo", "pipefail", script];
  return new Promise<{ code: number; log: string }>((done) => {
    execFile("bash", args, { cwd, env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), log: stdout + stderr }),
    );
  });
}

function outputsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

interface Contexts {
  readonly github: Record<string, string>;
  readonly runner: Record<string, string>;
  readonly inputs: Record<string, string>;
  readonly steps: Record<string, Record<string, string>>;
}

function filledAll(
  values: Readonly<Record<string, string | number | boolean>>,
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, filled(String(value), contexts)]),
  );
}

/** Replaces expressions such as `${{ inputs.gate }}` in a text. */
function filled(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, path: string) => valueOf(path, contexts));
}

function valueOf(path: string, contexts: Contexts): string {
  const [, step, output] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(path) ?? [];
  if (step !== undefined && output !== undefined) return contexts.steps[step]?.[output] ?? "";
  const [, context, key = ""] = /^(github|runner|inputs)\.([\w-]+)$/.exec(path) ?? [];
  const value = context === undefined ? undefined : contexts[context as "github"][key];
  if (value === undefined) throw new Error(`the runner does not know ${path}`);
  return value;
}

/**
 * Returns whether a condition such as `always() && steps.check.outputs.folder != ''` holds. Without a status function
 * it only holds if nothing has failed.
 */
function holds(condition: string, contexts: Contexts, code: number): boolean {
  const parts = condition.split(" && ");
  if (code !== 0 && !parts.includes("always()")) return false;
  return parts.every((part) => {
    if (part === "always()" || part === "success()") return true;
    const [, path = "", operator, text] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
    return (valueOf(path, contexts) === text) === (operator === "==");
  });
}
