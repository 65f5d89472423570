import { existsSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { duetsOnly, UsageError } from "@deadheat/journal";
import { RUN_MARGIN } from "@deadheat/judge";
import { filled, findBegun, modesFor } from "@deadheat/runner";
import { namedApp, onRuntimeOf, type NamedApp } from "../plan/apps.ts";
import { commandApp, commandSpec } from "../plan/commands.ts";
import { preparingOf, type Preparing } from "../plan/preparing.ts";
import { servicesOf } from "../plan/services.ts";
import { requestsOf, usualRequests } from "../plan/requests.ts";
import { onTestbed, runsDirectory } from "../measure/testbed.ts";
import { served, servicesFor } from "../measure/services.ts";
import { interruptible } from "../plan/options.ts";
import { learn } from "../learn/learn.ts";
import { widestLoad } from "../learn/pilots.ts";
import { readConfig, type ReadConfig, type ReadTarget } from "../config/read.ts";
import { lookUp } from "../plan/look-up.ts";
import type { Preparation } from "../plan/preparation.ts";
import type { Installed } from "../ready/installed.ts";
import { prepareSides } from "../ready/sides.ts";
import { surroundings, parseSpec, type Spec } from "../plan/spec.ts";
import { absolute, requireUnused } from "../folder/run-folder.ts";
import { runLearned } from "./learned.ts";
import type { RunOptions } from "./options.ts";
import type { Ran } from "./run.ts";

/** Accepts any object: this command itself wrote the options of an interrupted run. */
const requestSchema = v.custom<RunOptions>((value) => typeof value === "object" && value !== null);

/**
 * Measures the configuration's targets against the floors of their runtimes, ranks them, and writes result.json, report.md
 * and report.html. Prints nothing.
 * @returns the path and the content of result.json
 * @throws the errors of `compare`
 */
export async function run(asked: RunOptions = {}): Promise<Ran> {
  const { signal: callers, onProgress: note = () => {}, resume = false, out = null } = asked;
  const begun = resume ? findBegun(out && absolute(out), runsDirectory(), requestSchema) : null;
  const options = begun ? continued(asked, begun.request) : asked;
  const cwd = resolve(options.cwd ?? process.cwd());
  if (begun === null) requireUnused(options.out);
  const signal = interruptible(callers);
  const config = await readConfig(cwd, options.config ?? null);
  const commands = (options.commands ?? []).map((text) => commandSpec(commandApp(text), cwd));
  const { targets = [], runtimes = [] } = config ?? {};
  if (commands.length + targets.length === 0) {
    throw new UsageError(
      "There are no targets to measure: deadheat.config is missing or has none. `deadheat init` writes one, and --command adds one.",
    );
  }
  const written = requestsOf(options, config, cwd);
  const modes = options.measures
    ? modesFor(options.measures, "quick", { cell: 0, bridge: 0, aa: 0 })
    : duetsOnly;
  const named = options.app ?? config?.app ?? null;
  const app = named === null ? null : namedApp(named, cwd);
  const preparing = preparingOf(
    { ...options, cwd: config?.folder ?? cwd, signal, note },
    config,
    app,
  );
  const onRuntime = (spec: Spec) => (named && app ? onRuntimeOf(app.runtime, named, spec) : spec);
  const found = [
    ...commands.map((spec) => ({ spec, preparing, revision: null })),
    ...(await lookUpTargets({ targets, runtimes }, onRuntime, preparing)),
  ];
  if (found.every(({ revision }) => revision === null)) requireFile(app, preparing.setup);
  return onTestbed(
    { ...options, parallel: options.parallel ?? "most", signal, note },
    async (testbed) => {
      const prepared = await testbed.onAllCpus(() => prepareSides(found));
      const wanted = servicesOf({ cwd }, config);
      const services = await servicesFor(wanted, written ?? [], testbed, preparing);
      const sides: Installed[] = [];
      for (const side of prepared) sides.push(await served(services, side, testbed, sides[0]));
      const requests = written ?? usualRequests(sides, cwd, options, config);
      const allowDifferent = options.allowDifferent ?? config?.allowDifferent ?? false;
      const { pinning } = testbed.machine;
      const pilots = begun === null ? testbed.pilots : null;
      const learned = await learn(sides, requests, { ...testbed, pinning, allowDifferent, pilots });
      return runLearned(
        learned,
        requests,
        { ...options, cwd },
        config,
        {
          load: begun?.settings.load ?? widestLoad(testbed, sides, requests, "with floor"),
          modes,
          margin: options.margin ?? config?.margin ?? RUN_MARGIN,
          begun,
          cache: (options.force ?? begun?.force) ? "force" : "use",
        },
        testbed,
      );
    },
  );
}

/** Returns the options of a resumed run: those of this command, and for all others those with which the run began. */
function continued(asked: RunOptions, begun: RunOptions): RunOptions {
  const { cwd, measures } = begun;
  return {
    ...filled(asked, begun),
    cwd,
    measures: asked.measures && measures ? filled(asked.measures, measures) : measures,
  };
}

/** Looks up each target on its own runtime or, if it names none, on each of the configuration's runtimes. */
async function lookUpTargets(
  { targets, runtimes }: Pick<ReadConfig, "targets" | "runtimes">,
  onRuntime: (spec: Spec) => Spec,
  preparing: Preparing,
): Promise<Preparation[]> {
  const found: Preparation[] = [];
  for (const target of targets) {
    const one = await lookUpTarget(target, onRuntime, preparing);
    const { spec } = one;
    if (spec.what.kind === "running") {
      throw new UsageError(
        `${spec.text} is already running, and a run starts its servers itself. Use \`deadheat compare\` for a running server`,
      );
    }
    const on = spec.runtime === null && runtimes.length > 0 ? runtimes : [spec.runtime];
    found.push(...on.map((runtime) => ({ ...one, spec: { ...spec, runtime } })));
  }
  return found;
}

async function lookUpTarget(
  target: ReadTarget,
  onRuntime: (spec: Spec) => Spec,
  preparing: Preparing,
): Promise<Preparation> {
  if (target.kind === "server") {
    const spec = await parseSpec(target.spec, surroundings(preparing.cwd));
    return lookUp(onRuntime(spec), preparing);
  }
  const { label, command, port, runtime, env, cwd } = target;
  const program = { kind: "command", command, portVariable: port, env } as const;
  return {
    spec: {
      text: label,
      label,
      what: { kind: "command", program, cwd },
      runtime: runtime && { name: runtime, version: null },
    },
    preparing: { ...preparing, setup: target.setup ?? preparing.setup },
    revision: null,
  };
}

/** @throws UsageError if the app is not there, and nothing builds it. The app of a revision may be in that revision alone */
function requireFile(app: NamedApp | null, setup: string | null): void {
  if (app?.program?.kind !== "file" || setup !== null || existsSync(app.program.file)) return;
  throw new UsageError(`There is no file ${app.program.file}. Name the server's file with --app`);
}
